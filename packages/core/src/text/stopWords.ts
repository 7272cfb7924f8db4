/** Words that say nothing about a text's subject, in the languages we know best. */
export const stopWords: ReadonlySet<string> = new Set(
  `
a about after all also am an and any are as at be because been before being but by can could did do does doing down each few for from further had has have having he her here hers him his how i if in into is it its just me more most my no nor not now of off on once only or other our out over own per same she should so some such than that the their them then there these they this those through to too under until up us very was we were what when where which while who whom why will with would you your
aber alle als also am an auch auf aus bei bin bis das dass dein dem den der des die dies diese dieser doch dort du durch ein eine einem einen einer eines er es fur hat hatte ich ihr im in ist ja kann kein keine mit nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so uber um und uns unter vom von vor war was weil wenn werden wie wir wird zu zum zur
au aux avec ce ces cette dans de des du elle en est et eux il ils je la le les leur lui ma mais me meme mes moi mon ne nos notre nous on ou par pas pour qu que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous
al como con cual cuando del desde donde dos el ella ellos ese eso esta este esto fue ha hay la las lo los mas muy nada ni no nos o para pero por que quien se si sin sobre su sus te tiene todo un una uno y ya
alla anche che chi ci come con cui da dal dei del della delle di e gli ha i il in io la le lo loro ma mi ne nel nella non o per piu quando quello questa questo se si sono su tra tu un una uno
ao aos as ate com como da das do dos e ela ele em entre era essa esse foi isso ja mais mas nao na nas nem no nos o os ou para pela pelo por quando que sao se sem ser seu sua tambem tem um uma
aan als bij dan dat de deze die dit door een en er het hier hij hoe ik in is je kan maar met mijn naar niet nog nu of om ook op over te toch tot uit van voor waar was wat we wel wij ze zich zijn zo
`
    .trim()
    .split(/\s+/)
)

/** Pairs of kana that are grammar: of all pairs of characters these say as little as stop words. */
export const stopPairs: ReadonlySet<string> = new Set(
  "です ます ませ せん した して てい いる れて れる れま られ から まで こと もの ので ある あり りま にな なり なる ては とは には では いま いた って その この それ これ どの くだ ださ さい けま すか でき きま いて ては しま でし てく くる おり うな よう そう とい いう いと".split(
    " "
  )
)
