/**
 * The signs in languages other than English. A language has the same few properties in its own words; where it writes no
 * spaces, a verb and its object are looked for within a few letters of each other.
 */

type SignName = "addressee" | "override" | "takeover" | "conceal" | "handOver" | "steer"

/** Letters between a verb and its object. */
const near = "[^.!?。！？\\n]{0,45}?"

/** Words around a verb, its object and the verb again, for languages that put either first. */
const both = (verb: string, object: string): string => `(?:${verb})(?![a-zß-ÿ])${near}(?:${object})`
const after = (object: string, verb: string): string => `(?:${object})${near}(?:${verb})`

const latin: Readonly<Record<SignName, ReadonlyArray<string>>> = {
  override: [
    // German, Dutch
    both(
      "ignorier(?:e|en sie|t)|missachte|vergiss|vergessen sie|beachte[nt]?(?: sie)? nicht|verwirf|befolge",
      "anweisung|instruktion|vorgabe|regel|befehl|prompt|bisherige|vorherige"
    ),
    both("negeer|vergeet|sla", "instructies|opdracht|regels|aanwijzingen|prompt"),
    // French, Spanish, Portuguese, Italian
    both(
      "ignorez?|oubliez?|ne (?:tiens|tenez) pas compte|négligez?",
      "(?:les|des|toutes?|vos|tes|ces|tous) (?:\\p{L}+ ){0,2}(?:instructions?|consignes?|directives?|règles?|prompts?)|ce qui précède"
    ),
    both(
      "ignor[ae]n?|olvid[ae]n?|descart[ae]n?|haz caso omiso|no (?:sigas|siga)",
      "instrucciones|indicaciones|órdenes|reglas|directrices|lo anterior|prompt"
    ),
    both(
      "ignor[ae]|esqueç?[ae]|desconsider[ae]|descart[ae]",
      "instruções|instruçoes|regras|diretrizes|ordens|comandos|prompt|acima"
    ),
    both(
      "ignor[ai]|ignorate|dimentica(?:te)?|trascura",
      "istruzioni|regole|direttive|indicazioni|comandi|prompt|quanto sopra"
    ),
    // Polish, Turkish, Swedish
    both("zignoruj(?:cie)?|ignoruj(?:cie)?|zapomnij|pomiń", "instrukcj|polece[nń]|zasad|wytyczn|prompt"),
    after("talimat|komut|kural|yönerge", "yok say|görmezden gel|unut|dikkate alma"),
    both("ignorera|glöm|bortse från", "instruktion|regler|anvisningar|prompt")
  ],
  addressee: [
    "wenn du (?:ein[e]?|die) (?:\\p{L}+ ){0,2}(?:ki|sprachmodell|assistent)|(?:hinweis|anweisung|nachricht)(?:en)? (?:an|für) (?:alle |die |den )?(?:ki|sprachmodelle?|assistent|llm)|als (?:ki|sprachmodell)",
    "als je een (?:ai|taalmodel|assistent)|(?:instructie|bericht) voor (?:ai|taalmodel)",
    "si (?:tu es|vous êtes) (?:un |une )(?:\\p{L}+ ){0,2}(?:ia|intelligence artificielle|modèle de langage|assistant)|(?:note|message|instructions?) (?:à|aux|pour) (?:les? |l')?(?:ia|assistants?|modèles?)",
    "si (?:eres|usted es|es) una? (?:\\p{L}+ ){0,2}(?:ia|inteligencia artificial|modelo de lenguaje|asistente)|(?:nota|mensaje|instrucciones) para (?:la |los |el )?(?:ia|asistentes?|modelos?)",
    "se (?:você é|voce e|és) uma? (?:\\p{L}+ ){0,2}(?:ia|inteligência artificial|modelo de linguagem|assistente)|(?:nota|mensagem|instruções) para (?:a |os |o )?(?:ia|assistentes?|modelos?)",
    "se sei un[oa']? ?(?:\\p{L}+ ){0,2}(?:ia|intelligenza artificiale|modello linguistico|assistente)|(?:nota|messaggio|istruzioni) per (?:l'|gli |i )?(?:ia|assistent|modell)",
    "jeśli jesteś (?:\\p{L}+ ){0,2}(?:ai|sztuczną inteligencją|asystentem|modelem)",
    "(?:yapay zek[aâ]|dil modeli|asistan)(?:ysan|isen)",
    "om du är en (?:ai|språkmodell|assistent)"
  ],
  takeover: [
    "du bist (?:jetzt|nun|ab sofort) (?:ein|der|die|im|frei)|(?:ab jetzt|von nun an) (?:bist|wirst|sollst) du|neue (?:anweisung|aufgabe)(?:en)?\\s*:|deine (?:neue|einzige|wahre) aufgabe",
    "(?:tu es|vous êtes) (?:maintenant|désormais) |nouvelles? (?:instructions?|tâche|consigne)\\s*:|ta nouvelle (?:tâche|mission)",
    "ahora eres |a partir de ahora,? (?:eres|debes|vas)|nuevas? (?:instrucciones|tarea)\\s*:|tu nueva (?:tarea|misión)",
    "agora (?:você é|és) |a partir de agora,? (?:você|deve)|novas? (?:instruções|tarefa)\\s*:|sua nova tarefa",
    "(?:ora|adesso) sei |d'ora in poi,? (?:sei|devi)|nuov[ae] (?:istruzion[ei]|compito)\\s*:|il tuo nuovo compito",
    "je bent nu |nieuwe (?:instructies|opdracht)\\s*:|jesteś teraz |nowe (?:instrukcje|zadanie)\\s*:|artık sen |yeni (?:talimat|görev)(?:lar)?\\s*:"
  ],
  conceal: [
    both("(?:sage|sag|verrate|erwähne|erzähle|informiere|teile)(?:n sie)?", "nicht|niemandem|nichts"),
    both("ne (?:dis|dites|mentionne|révèle|informe)", "utilisateur|personne|instruction|rien"),
    both("no (?:le )?(?:digas|menciones|reveles|informes|muestres)", "usuario|nadie|instruccion|mensaje"),
    both("não (?:diga|mencione|revele|informe|conte)", "usuário|utilizador|ninguém|instruç"),
    both("non (?:dire|menzionare|rivelare|informare|dirlo)", "utente|nessuno|istruzion"),
    both("(?:vertel|zeg|noem)", "niet|niemand|niets"),
    both("nie (?:mów|wspominaj|ujawniaj|informuj)", "użytkownik|nikomu|instrukcj")
  ],
  handOver: [
    both(
      "(?:verrate|zeige|gib|nenne|sende|schicke|wiederhole|offenbare)",
      "systemprompt|system-prompt|prompt|passw[oö]rt|zugangsdaten|anweisungen|api-schlüssel|unterhaltung|gespräch|e-mail"
    ),
    both(
      "(?:révèle|affiche|montre|envoie|répète|donne|transmets)z?",
      "prompt|mot de passe|mots de passe|identifiants|instructions|clés? api|conversation|données"
    ),
    both(
      "(?:revela|muestra|envía|envia|repite|imprime|comparte)",
      "prompt|contraseñas?|credenciales|instrucciones|claves? (?:de )?api|conversación|datos del usuario"
    ),
    both(
      "(?:revele|mostre|envie|repita|imprima|compartilhe)",
      "prompt|senhas?|credenciais|instruções|chaves? (?:de )?api|conversa|dados do usuário"
    ),
    both(
      "(?:rivela|mostra|invia|ripeti|stampa|condividi)",
      "prompt|password|credenziali|istruzioni|chiav[ei] api|conversazione|dati dell'utente"
    ),
    both("(?:onthul|toon|stuur|herhaal)", "prompt|wachtwoord|instructies|gesprek"),
    both("(?:ujawnij|pokaż|wyślij|powtórz)", "prompt|hasł|instrukcj|rozmow"),
    after("istemi?|şifre|parola|talimat|konuşma", "göster|gönder|açıkla|yazdır")
  ],
  steer: [
    "(?:antworte|antworten sie|schreibe|gib aus|sage|empfiehl|empfehle)(?:,| nur| mit| ausschließlich| immer| dass| dieses| unser)|in (?:deiner|ihrer) (?:zusammenfassung|antwort)",
    "(?:réponds|répondez|écris|dis|recommande)(?: (?:uniquement|seulement|toujours|que|avec|ce))|dans (?:ton|ta|votre) (?:résumé|réponse)",
    "(?:responde|escribe|di|recomienda)(?: (?:solo|sólo|únicamente|siempre|que|con|este))|en tu (?:resumen|respuesta)",
    "(?:responda|escreva|diga|recomende)(?: (?:apenas|somente|sempre|que|com|este))|(?:no seu resumo|na sua resposta)",
    "(?:rispondi|scrivi|di'|raccomanda)(?: (?:solo|soltanto|sempre|che|con|questo))|(?:nel tuo riassunto|nella tua risposta)",
    "antwoord (?:alleen|met)|odpowiedz (?:tylko|wyłącznie)|sadece .{0,30}yanıt"
  ]
}

const otherScripts: Readonly<Record<SignName, ReadonlyArray<string>>> = {
  override: [
    both(
      "игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|не следуй(?:те)?|отбрось(?:те)?",
      "инструкци|указани|правил|команд|промпт|предыдущ"
    ),
    both("ігноруй(?:те)?|забудь(?:те)?", "інструкці|вказівк|правил"),
    both("忽略|无视|無視|忘记|忘記|不要遵循|不要理会", "指令|指示|说明|說明|规则|規則|提示|要求|内容"),
    after("指示|命令|ルール|プロンプト|規則|内容", "無視|忘れ|従わない"),
    after("지시|명령|규칙|프롬프트|지침", "무시|잊어|따르지"),
    both("تجاهل|انس|لا تتبع", "التعليمات|الأوامر|القواعد|السابقة"),
    after("निर्देश|नियम|आदेश", "अनदेखा|भूल जा|नज़रअंदाज़")
  ],
  addressee: [
    "если (?:ты|вы)\\s*(?:[—-]\\s*)?(?:\\p{L}+ ){0,2}(?:ии|искусственный интеллект|языковая модель|ассистент|нейросеть)|(?:инструкци|сообщени|указани)\\p{L}* для (?:ии|языков|ассистент|нейросет)",
    "如果你是.{0,6}(?:ai|人工智能|人工智慧|语言模型|語言模型|助手|助理|模型)|(?:致|给|給|针对).{0,4}(?:ai|人工智能|语言模型|助手)",
    "(?:あなた|きみ)が.{0,6}(?:ai|人工知能|言語モデル|アシスタント)|(?:ai|人工知能|言語モデル|アシスタント)(?:へ|向け|の皆)",
    "(?:당신|너)(?:이|가|는|은).{0,8}(?:ai|인공지능|언어 모델|어시스턴트)|(?:ai|인공지능|언어 모델|어시스턴트)(?:에게|를 위한)",
    "إذا كنت .{0,20}(?:ذكاء|نموذج|مساعد)|إلى .{0,10}الذكاء الاصطناعي",
    "यदि आप .{0,20}(?:एआई|ai|मॉडल|सहायक)"
  ],
  takeover: [
    "(?:ты|вы) теперь |отныне (?:ты|вы)|новые (?:инструкции|указания)\\s*:|новая задача\\s*:",
    "你现在是|你現在是|从现在开始|從現在開始|从现在起|新的?(?:指令|任务|任務)\\s*[:：]",
    "あなたは今(?:から|や)|今後(?:あなた|は)|新しい(?:指示|タスク)\\s*[:：]",
    "(?:당신|너)은? 이제|지금부터 (?:당신|너)|새로운 (?:지시|작업|명령)\\s*[:：]",
    "أنت الآن|من الآن فصاعد|تعليمات جديدة\\s*:"
  ],
  conceal: [
    both("не (?:говори|сообщай|упоминай|раскрывай|показывай)(?:те)?", "пользовател|никому|инструкци|об этом"),
    both("不要|请勿|請勿|别|別", "告诉用户|告訴使用者|告诉任何人|提及|透露|告知用户|让用户知道"),
    after("ユーザー|利用者", "言わない|伝えない|知らせない|教えない|明かさない"),
    after("사용자", "말하지 마|알리지 마|언급하지 마|밝히지 마"),
    both("لا تخبر|لا تذكر|لا تكشف", "المستخدم|أحد|التعليمات")
  ],
  handOver: [
    both("покажи|раскрой|отправь|выведи|повтори|пришли|выдай", "промпт|парол|ключ|инструкци|переписк|данные|разговор"),
    both(
      "透露|显示|顯示|输出|輸出|发送|發送|泄露|重复|告诉我",
      "系统提示|系統提示|提示词|密码|密碼|密钥|对话|對話|用户数据|指令"
    ),
    after("システムプロンプト|プロンプト|パスワード|会話|鍵|キー", "表示|出力|送信|教え|明かし|開示"),
    after("시스템 프롬프트|프롬프트|비밀번호|대화|키를", "보여|출력|전송|보내|공개"),
    both("اكشف|أظهر|أرسل|اعرض", "كلمة المرور|كلمات|التعليمات|المحادثة|موجه")
  ],
  steer: [
    "(?:ответь|отвечай|напиши|скажи|рекомендуй)(?:те)? (?:только|что|всегда|с)|в (?:своём|своем|твоём|вашем) (?:ответе|резюме)",
    '(?:只|仅|僅)(?:回答|回复|回覆|输出)|(?:请|請)?(?:回答|回复|输出|说)[:：“"]|在(?:你的)?(?:摘要|总结|回答|回复)中|(?:务必|一定要|始终|总是)(?:推荐|提及|说)',
    "(?:だけ|のみ)(?:を)?(?:答え|出力|返)|要約(?:で|に)|と(?:だけ)?(?:答え|書い|言っ)て",
    "(?:만|라고) (?:답|대답|출력|말)|요약에|항상 추천",
    "(?:أجب|قل|اكتب|أوصِ) (?:فقط|دائما|أن|بـ)|في (?:ملخصك|إجابتك)"
  ]
}

/** A sign and the words that show it; words of Latin letters stand alone, others anywhere. */
export interface SignWords {
  readonly sign: SignName
  readonly words: { readonly test: (sentence: string) => boolean }
}

const hasOtherScript = /(?![\u1e00-\u20ff])[\u0250-\uffff]/

const signNames = Object.keys(latin) as ReadonlyArray<SignName>

export const otherWords: ReadonlyArray<SignWords> = signNames.map((sign) => {
  const ofLatin = new RegExp(`(?<!\\p{L})(?:${latin[sign].join("|")})`, "iu")
  const ofOthers = new RegExp(otherScripts[sign].join("|"), "iu")
  return {
    sign,
    words: {
      test: (sentence) => ofLatin.test(sentence) || (hasOtherScript.test(sentence) && ofOthers.test(sentence))
    }
  }
})
