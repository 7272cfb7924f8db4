/**
 * The phrases by language, for `phrases.ts`. Entries are parted by commas; one that ends in `*` matches the beginning of a
 * line, any other the whole line; `#` stands for any number.
 */

const entries = (...lists: ReadonlyArray<string>): ReadonlyArray<string> =>
  lists.flatMap((list) => list.replaceAll(/\s+/g, " ").split(", "))

/** Heads the comments of readers. */
export const commentHeadings = entries(
  // English
  `comments, # comments, comments #, # comment, view comments, show comments, all comments, top comments, top rated
   comments*, reviews, # reviews, user reviews*, reader reviews*, latest comments, recent comments, user comments,
   reader comments, responses, # responses, # response, replies, # replies, discussion, discussion #, leave a
   comment*, leave a reply*, post a comment*, add a comment*, write a comment*, add your comment*, post your
   comment*, join the conversation*, join the discussion*, # comments on*, # thoughts on*, # responses to*, #
   replies to*, # comment on*, one thought on*, what do you think, what people are saying, view all comments,
   comments are closed*, have your say, comments and discussion, tell us what you think, view comments #, show #
   comments`,
  // German
  `kommentare, # kommentare, kommentare #, # kommentar, leserkommentare, kommentar schreiben, kommentar verfassen,
   kommentieren, schreibe einen kommentar*, schreiben sie einen kommentar*, diskussion, diskutieren sie mit*, #
   antworten auf*, ihre meinung*, hinterlasse einen kommentar*, # kommentare zu*, # gedanken zu*, alle kommentare`,
  // French
  `commentaires, # commentaires, commentaires #, # commentaire, laisser un commentaire*, réagir, vos réactions, vos
   commentaires, ajouter un commentaire*, laissez un commentaire*, # réponses, # réponses à*, poster un
   commentaire*, réactions`,
  // Spanish
  `comentarios, # comentarios, comentarios #, # comentario, deja un comentario*, dejar un comentario*, deja una
   respuesta*, escribe un comentario*, opiniones de los lectores, # respuestas, # respuestas a*`,
  // Italian
  `commenti, # commenti, commenti #, # commento, lascia un commento*, scrivi un commento*, # risposte a*, i
   commenti dei lettori, lascia una risposta*`,
  // Portuguese
  `comentários, # comentários, comentários #, # comentário, deixe um comentário*, deixe uma resposta*, deixe seu
   comentário*, # respostas, faça um comentário*, deixe o seu comentário*`,
  // Dutch
  `reacties, # reacties, reacties #, # reactie, geef een reactie*, plaats een reactie*, reageer*, laat een reactie
   achter*, alle reacties, # gedachten over*`,
  // Polish, Swedish, Danish, Russian
  `komentarze, # komentarzy, komentarze #, dodaj komentarz*, kommentarer, # kommentarer, lämna en kommentar*, skriv
   en kommentar*, отзывы*, комментарии, # комментариев, комментарии #, добавить комментарий*, оставить
   комментарий*, комментировать, 댓글, コメント, 评论, tinggalkan balasan*`
)

/** Heads links to other pages, sign-up forms and share bars. */
export const relatedHeadings = entries(
  // English
  `related, related articles*, related posts*, related stories*, related news*, related content*, related topics*,
   related links*, related coverage*, related reading*, related video*, related products*, related story, related
   article, related items, related searches, related to this story, you may also like*, you might also like*, you
   may like*, you might like*, you may also be interested*, you might also be interested*, also read, more from*,
   more on*, more in*, more stories*, more news*, more articles*, more like this*, more to read*, more coverage*,
   more about*, more information*, read more*, read next*, read also*, recommended*, trending*, most read*, most
   popular*, most viewed*, most shared*, most recent*, most commented*, popular posts*, popular stories*, popular
   articles*, popular now*, popular on*, popular, latest news*, latest stories*, latest posts*, latest articles*,
   latest from*, latest video*, latest headlines*, the latest, recent posts*, recent articles*, recent stories*,
   top stories*, top news*, top headlines*, don't miss*, what to read next*, editor's pick*, editors picks*,
   editors' picks*, sponsored*, promoted*, around the web*, from around the web*, from the web*, from our
   partners*, partner content, paid content*, in this article, in this story, share this*, share, share on*, share
   article*, about the author*, about the writer*, about us, tags, topics, newsletter*, sign up*, subscribe*,
   follow us*, follow me*, stay connected*, stay informed*, stay up to date*, stay in touch*, get the latest*, get
   our newsletter*, like this, next article*, next story*, previous article*, keep reading*, continue reading*,
   other stories*, other articles*, other news*, other posts*, watch next*, we recommend*, our picks*, hot topics*,
   customers also bought*, people also read*, readers also liked*, more ways to*, explore more*, discover more*,
   download our app*, more by*, filed under*, posted in*, author, about author, categories, you may have missed*, suggested*,
   similar articles*, similar posts*, similar stories*, similar products*, similar properties*, similar homes*, similar
   events*, similar jobs*, similar items*, similar topics*, similar listings*, similar threads*, similar boats*, similar cars*, similar vehicles*, similar hotels*, similar recipes*, similar books*, similar questions*, similar discussions*, readers also enjoyed*, people also viewed*, people also search
   for*, customers also viewed*, customers who viewed*, frequently bought together*, recently viewed*, other videos*,
   other jobs*, hot network questions, who is online*, not the answer you're looking for*, most discussed*, must read*, must
   reads*, in case you missed it*, best of*, from our blog*, from the archive*, our newsletters*`,
  // German
  `mehr zum thema*, mehr zu*, mehr von*, mehr aus*, das könnte sie auch interessieren*, das könnte dich auch
   interessieren*, könnte sie auch interessieren*, lesen sie auch*, lies auch*, auch interessant*, weitere
   artikel*, weitere themen*, weitere beiträge*, weitere meldungen*, weitere nachrichten*, weitere informationen*,
   weitere news*, ähnliche artikel*, ähnliche beiträge*, ähnliche themen*, ähnliche produkte*, ähnliche angebote*, ähnliche anzeigen*, ähnliche fahrzeuge*, ähnliche boote*, ähnliche
   immobilien*, ähnliche objekte*, ähnliche jobs*, ähnliche stellen*, ähnliche inserate*, ähnliche rezepte*, ähnliche
   fragen*, verwandte artikel*,
   verwandte themen*, verwandte beiträge*, meistgelesen*, meist gelesen*, passend zum thema*, zum thema, links zum
   thema*, empfehlungen*, empfohlen*, teilen*, gefällt mir*, schlagwörter*, themen, über den autor*, über die
   autorin*, aktuelle beiträge*, neueste beiträge*, neueste artikel*, kunden kauften auch*, beliebte artikel*,
   nächster artikel*, vorheriger artikel*, mehr lesen*, weiterlesen*, folgen sie uns*, anzeige`,
  // French
  `sur le même sujet*, à lire aussi*, lire aussi*, à lire également*, articles liés*, articles similaires*,
   articles connexes*, articles récents*, article précédent*, article suivant*, les plus lus*, vous aimerez aussi*,
   vous pourriez aussi aimer*, à découvrir*, partager*, mots clés*, à propos de l'auteur*, dans la même rubrique*,
   les plus populaires*, produits similaires*, plus d'articles*, inscrivez vous*, suivez nous*, nos derniers
   articles*, ne manquez pas*`,
  // Spanish
  `te puede interesar*, también te puede*, te puede gustar*, noticias relacionadas*, artículos relacionados*,
   entradas relacionadas*, más noticias*, más información*, más sobre*, lee también*, leer también*, lo más leído*,
   lo más visto*, compartir*, comparte*, etiquetas, sobre el autor*, te recomendamos*, le puede interesar*, temas
   relacionados*, suscríbete*, síguenos*, productos relacionados*`,
  // Italian
  `leggi anche*, potrebbe interessarti*, potrebbero interessarti*, ti potrebbe interessare*, articoli correlati*,
   notizie correlate*, i più letti*, più letti*, condividi*, tag, altri articoli*, sull'autore*, prodotti
   correlati*, seguici*, iscriviti*, articolo precedente*`,
  // Portuguese
  `leia também*, leia mais*, veja também*, saiba mais*, notícias relacionadas*, artigos relacionados*, posts
   relacionados*, mais lidas*, mais lidos*, mais notícias*, compartilhe*, compartilhar*, partilhar*, você também
   pode gostar*, você pode gostar*, relacionadas, relacionados, sobre o autor*, recomendadas*, últimas notícias*,
   produtos relacionados*, siga nos*, assine*`,
  // Dutch
  `lees ook*, lees meer*, meer over*, meer nieuws*, gerelateerd*, gerelateerde*, meest gelezen*, deel dit*, delen,
   ook interessant*, bekijk ook*, aanbevolen*, meer lezen*, volg ons*, meer artikelen*, vergelijkbare producten*`,
  // Polish, Russian, Indonesian, Swedish
  `powiązane artykuły*, zobacz także*, zobacz też*, zobacz również*, czytaj także*, czytaj też*, czytaj również*, czytaj więcej*,
   podobne*, читайте также*, читать далее*, похожие*, смотрите также*, ещё по теме*, по теме, теги, поделиться*,
   популярное, baca juga*, artikel terkait*, läs också*, läs mer*, läs även*`,
  // Japanese, Chinese, Korean, Arabic, Persian, Turkish, Vietnamese, Hindi
  `関連記事, 関連ニュース, 関連リンク, おすすめ記事, 人気記事, 人気ランキング, アクセスランキング, あわせて読みたい, 相关阅读, 相关新闻, 相关文章,
   相关推荐, 推荐阅读, 热门推荐, 热门文章, 猜你喜欢, 相關新聞, 相關文章, 延伸閱讀, 熱門新聞, 熱門文章, 관련기사, 관련 기사, 많이 본 뉴스, 추천 기사,
   인기 기사, مقالات ذات صلة, مواضيع ذات صلة, أخبار ذات صلة, اقرأ أيضا*, اقرأ أيضًا*, الأكثر قراءة*, مطالب مرتبط, اخبار مرتبط,
   ilgili haberler*, tin liên quan, bài viết liên quan, tin cùng chuyên mục, संबंधित खबरें, ये भी पढ़ें*`
)

/** Short lines that are boilerplate themselves. */
export const junkLines = entries(
  // English
  `advertisement*, advertising, advert, ad, sponsored*, related*, read more*, read next*, read also*, read the
   full*, read this next*, see also, see more*, don't miss*, also read*, recommended*, share this*, share on*,
   share via*, share with*, share, shares, # shares, follow us*, follow @*, sign up*, subscribe*, newsletter*, get
   the latest*, click here to*, tap here*, photo by*, photos by*, photo credit*, photograph*, photo, image credit*,
   image source*, image copyright*, image caption*, image via*, images, copyright*, ©*, all rights reserved*,
   tags*, tagged*, filed under*, posted in*, posted on*, posted by*, published on*, published at*, published #*,
   published, updated #*, updated on*, updated at*, updated, last updated*, last modified*, first published*, date
   published*, terms of*, privacy policy*, comments, # comments, comments #, leave a comment*, leave a reply*, no
   comments*, print, print this*, email, e mail, email this*, facebook, twitter, whatsapp, pinterest, linkedin,
   reddit, instagram, telegram, flipboard, copy link, link copied, skip to*, skip advertisement, loading, loading
   comments*, loading more*, log in, login, sign in, continue reading*, reply, permalink, like this, have a tip*,
   like this story*, order reprints*, join the conversation*, download the*, download our*, watch more*, watch
   now*, watch live*, watch the video*, listen now*, listen to this*, story continues*, article continues*, story
   continues below*, scroll down*, scroll to*, view this post*, view all*, view gallery*, view comments*, view
   slideshow*, thanks for signing*, thank you for subscribing*, by submitting*, by signing up*, by subscribing*, by
   clicking*, i agree to*, get in touch with*, reporting by*, editing by*, our standards*, provided by*, back to
   top*, min read, # min read, # minute read, # minutes read, # mins read, # minutes ago, # hours ago, # hour ago,
   # days ago, this story has been updated*, sharing is caring*, this slideshow requires*, this article was
   originally published*, this post contains affiliate*, this article contains affiliate*, contact the author*,
   follow the author*, send us a tip*, enlarge*, click to enlarge*, tap to enlarge*, hide caption, toggle caption,
   show more*, load more*, buy now, next, previous, prev, next article*, previous article*, next post*, previous
   post*, close, to view this video*, please enable javascript*, your browser does not support*, your email
   address*, required fields*, notify me of*, save my name*, thank you for reading*, thanks for reading*, support
   our*, become a member*, become a patron*, already a subscriber*, the views expressed*, file photo*, getty
   images*, courtesy of*, courtesy*, screenshot*, via, source, source #, credit, credits, ap photo*, reuters, #
   views, # likes, views #, embed, more info*, play video*, now playing*, up next*, autoplay*, video player*,
   replay video*, most popular*, trending*, text size*, check out our*, tweet, pin it, pin, email address, more
   stories*, top stories*`,
  // German
  `anzeige*, werbung, lesen sie auch*, lies auch*, mehr zum thema*, mehr lesen*, weiterlesen*, auch interessant*,
   teilen, drucken, merken, foto, bild, bildquelle*, quelle, schlagwörter*, veröffentlicht am*, veröffentlicht,
   aktualisiert*, stand #*, alle rechte vorbehalten*, # kommentare, gefällt mir*, antworten, nach oben, zurück,
   jetzt abonnieren*, jetzt anmelden*, lesezeit*, # min lesezeit, newsletter abonnieren*, artikel drucken, zur
   startseite*, mit material von*`,
  // French
  `publicité, lire aussi*, à lire aussi*, lire la suite*, voir aussi*, partager, imprimer, crédit photo*, crédits*,
   photo d'illustration*, publié le*, mis à jour*, modifié le*, tous droits réservés*, temps de lecture*, retour en
   haut*, abonnez vous*, s'abonner*, © afp*`,
  // Spanish
  `publicidad, lee también*, leer más*, ver más*, compartir*, imprimir, foto, fotografía, publicado el*,
   actualizado*, todos los derechos*, te puede interesar*, suscríbete*, volver arriba`,
  // Italian
  `pubblicità, leggi anche*, leggi tutto*, continua a leggere*, condividi*, stampa, foto di*, pubblicato il*,
   aggiornato*, tutti i diritti*, iscriviti*, torna su`,
  // Portuguese
  `publicidade, leia também*, leia mais*, veja também*, continua depois da publicidade*, compartilhe*,
   compartilhar, imprimir, foto, fotos, crédito*, publicado em*, atualizado em*, todos os direitos*, assine*,
   voltar ao topo`,
  // Dutch
  `advertentie*, lees ook*, lees meer*, lees verder*, deel dit*, delen, afdrukken, foto, bron, geplaatst op*,
   gepubliceerd op*, bijgewerkt*, alle rechten voorbehouden*, terug naar boven`,
  // Polish, Russian, Indonesian, Korean
  `reklama*, czytaj także*, zobacz także*, udostępnij*, реклама*, читайте также*, поделиться*, фото, источник*,
   baca juga*, 저작권자*, 무단전재*`
)

/** Words that make a short line boilerplate when a colon follows them: "Photo: …", "Read more: …". */
export const labels = entries(
  `photo, photos, photograph, image, images, picture, pictures, video, credit, credits, photo credit, image credit`,
  `photo by, source, sources, via, tags, tag, topics, related, read more, read, see also, see more, also read, read
   also`,
  `more, watch, listen, updated, published, last updated, posted, author, written by, words by, category,
   categories`,
  `filed under, posted in, keywords, share, share this, follow, contact, email, editor, reporting by, editing by`,
  `related articles, related stories, related story, related content, related article, recommended, don't miss,
   must read`,
  `read next, up next, more on this, also see, check out, subscribe, copyright, first published, caption, print,
   labels`,
  // German
  `foto, fotos, bild, bilder, bildquelle, quelle, quellen, autor, autorin, schlagwörter, kategorie, kategorien,
   stand`,
  // German
  `mehr zum thema, lesen sie auch, lies auch, text, redaktion, datum, veröffentlicht, aktualisiert, symbolbild`,
  // German
  `crédit, crédits, crédit photo, lire aussi, à lire aussi, voir aussi, auteur, mots clés, publié le, photo
   d'illustration`,
  // French
  `fuente, fuentes, autor, etiquetas, lee también, te puede interesar, fotografía, publicado, imagen`,
  // Spanish
  `fonte, fonti, autore, leggi anche, foto di, crediti, pubblicato, immagine, categorie`,
  // Italian
  `fontes, crédito, leia também, leia mais, veja também, imagem, publicado em, reportagem, edição`,
  // Portuguese
  `bron, auteur, lees ook, foto's, tekst, beeld, trefwoorden, gepubliceerd`,
  // Dutch
  `fot, źródło, czytaj także, zobacz także, tagi, фото, источник, читайте также, теги, автор, baca juga, sumber`
)

/** Lines that offer to do something with a page: nobody titles a thing or writes a sentence so. */
export const pageTools = entries(
  // English
  `sort by*, sorted by*, filter by*, items per page*, results per page*, reset to default, clear all, clear filters,
   sign in to*, log in to*, login to*, sign up for free*, already have an account*, don't have an account*, already a
   member*, not a member*, you must be logged in*, you must log in*, please log in*, please sign in*, please login*, add
   to cart, add to basket, add to bag, add to trolley, add to wishlist*, add to wish list*, add to compare*, add to
   favourites*, add to favorites*, copy link, copy to clipboard, copy item path, jump to recipe*, print recipe*, pin
   recipe*, skip to content*, skip to main*, skip navigation*, back to top, scroll to top, this post may contain
   affiliate*, this post contains affiliate*, as an amazon associate*, report abuse, report a problem*, report this*,
   was this helpful*, was this page helpful*, is this page useful*, did this page help*, did you find this*, write a
   review, add a review, add your review, add a comment, cancel reply, reply to thread, reply with quote, post reply,
   thread tools, quick navigation, show printable version, leave a comment, leave a reply*, read reviews, page # of #,
   your email address will not be published*, required fields are marked*, add to calendar, show map, view on map, share
   this*, view printable version*, view a printable version*, full size image, download references, report this ad, report this event, continue reading, rate this*,
   found a problem*, add a note, improve this page*, submit a pull request, edit this page*, suggest an edit*, contribute to this
   page, download in other formats*, thank you! your submission has been received*, oops! something went wrong while*,
   follow us*, subscribe to our*, sign up to our*, sign up for our*`,
  // German, French, Spanish, Italian, Portuguese, Dutch
  `mehr anzeigen, weniger anzeigen, mehr laden, alle anzeigen, alles anzeigen, voir plus, afficher plus, ver más, mostrar más,
   mostra altro, ver mais, toon meer, in den warenkorb, zur wunschliste*, auf den merkzettel*, sortieren nach*, seite drucken, nach oben, link kopieren,
   ajouter au panier, ajouter aux favoris, trier par*, haut de page, copier le lien, añadir al carrito, añadir a la
   cesta, ordenar por*, copiar enlace, aggiungi al carrello, ordina per*, adicionar ao carrinho, ordenar por*, in
   winkelwagen, sorteren op*`,
  // Polish, Russian, Japanese, Chinese, Korean
  `dodaj do koszyka, sortuj*, в корзину, сортировать*, カートに入れる, ツイート, シェア, シェアする, はてブ, 加入购物车, 加入購物車,
   返回顶部, 장바구니`
)
