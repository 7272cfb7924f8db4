/**
 * Signs that a sentence speaks to a model and not to a reader. Each is a property of the sentence, found by what it does:
 * whom it addresses, what it asks to give up, to hide or to hand over. No sign is a verdict: `findInstructions` weighs them.
 *
 * Sentences come in normalised (`plainLetters`) and are at most `maxSentence` long, and every pattern looks only a few words
 * ahead, so the time is linear in the text.
 */
import { otherWords } from "./otherLanguages.ts"

export const Sign = {
  /** Addresses a model: "if you are an AI", "note to assistants". */
  addressee: 1,
  /** Describes the reader as a model: "you are a helpful assistant", "your system prompt". */
  ownership: 2,
  /** Asks to give up instructions, rules or a task. */
  override: 4,
  /** Gives another task, role or mode. */
  takeover: 8,
  /** Has the marks of a chat or of what surrounds a page in a prompt. */
  roleMark: 16,
  /** Begins as a turn of a chat does: `system:`. */
  roleName: 32,
  /** Asks to hide something from the user. */
  conceal: 64,
  /** Asks for prompts, keys, conversations, or that they be sent. */
  handOver: 128,
  /** Says what to answer. */
  steer: 256,
  /** Asks for an act: a call, a click, a visit, a payment. */
  act: 512,
  /** Claims that it is urgent or comes from above. */
  authority: 1024,
  /** What is to be given up is all that came before, and no part of the page. */
  before: 2048
} as const

const weights: ReadonlyArray<readonly [sign: number, weight: number]> = [
  [Sign.addressee, 3],
  [Sign.ownership, 1],
  [Sign.override, 3],
  [Sign.takeover, 3],
  [Sign.roleMark, 3],
  [Sign.roleName, 2],
  [Sign.conceal, 3],
  [Sign.handOver, 3],
  [Sign.steer, 2],
  [Sign.act, 1],
  [Sign.authority, 1],
  [Sign.before, 1]
]

export const weightOf = (signs: number): number =>
  weights.reduce((sum, [sign, weight]) => ((signs & sign) === 0 ? sum : sum + weight), 0)

/** Longest sentence, in UTF-16 units; a longer one is read in pieces. */
export const maxSentence = 400

const model =
  "(?:(?:ai|a\\.i\\.|artificial intelligence|large language|language)(?:[- ](?:powered|based))?(?: (?:assistants?|models?|agents?|systems?|bots?|crawlers?|readers?|tools?|summari[sz]ers?))?|llms?|(?:virtual |digital |automated |browser )?assistants?|chat ?bots?|chat ?gpt|gpt-?\\w{0,4}|claude|gemini|copilot|llama|perplexity|grok|(?:autonomous|web|browser|automated|browsing|coding) agents?)"
/** People who work with models are no models. */
const notPeople =
  "(?![ -](?:user|researcher|engineer|developer|enthusiast|expert|company|startup|student|team|lover|skeptic|consultant|vendor|provider|product|practitioner|professional|scientist|beginner|manager|professor|coach|editor|teacher|of))(?!\\p{L})"

/** Where a clause may begin with a verb, so that it asks: not "it tried to ignore". */
const begins =
  "(?:^|[.!?:;,\"'“”„«»()\\[\\]*_>#|/\\-–—]\\s*|(?<!\\p{L})(?:please|kindly|system|assistant|and|then|just|simply|always|immediately|first|also|or|to you|you|instead|you (?:must|should|shall|will|need to|have to|are to)(?: now| always| immediately)?|never mind|now)\\s+)"

const pattern = (...sources: ReadonlyArray<string>): RegExp => new RegExp(sources.join("|"), "iu")

const near = "[^.!?\\n]{0,50}?"

const english = {
  addressee: pattern(
    `(?<!\\p{L})if (?:you are|you're|you were|this is being read by|you act as|read by|processed by)(?: an?| the| any)?(?: [\\p{L}-]+){0,2} ${model}${notPeople}`,
    `(?<!\\p{L})(?:note|notice|message|instructions?|attention|warning|directive|hint|reminder|guidance|hello|hey|hi|dear|important|request)(?: (?:to|for))?[:, ]{1,2}(?:all |any |every |the )?${model}${notPeople}(?! (?:is|are|was|can|has|works|helps|makes)(?!\\p{L}))`,
    `^[\\W_]{0,6}(?!assistants?\\W)${model}s?\\s*[:,!]`,
    `(?<!\\p{L})(?:any|all|every|the) ${model} (?:that |which |who )?(?:is |are )?(?:reading|processing|summari[sz]ing|parsing|viewing|reads?|visiting|indexing|evaluating|reviewing)(?!\\p{L})`,
    `(?<!\\p{L})as an? (?:[\\p{L}-]+ ){0,2}${model},? (?:you|please)(?!\\p{L})`
  ),
  ownership: pattern(
    `(?<!\\p{L})you are (?:an? |the )?(?:[\\p{L}-]+ ){0,3}${model}${notPeople}`,
    "(?<!\\p{L})your (?:[\\p{L}-]+ )?(?:system prompt|prompt|instructions|guidelines|programming|training data|context window|safety (?:rules|filters?)|developers?|operators?)(?!\\p{L})"
  ),
  override: pattern(
    `${begins}(?:ignore|disregard|forget|override|bypass|discard|neglect|overwrite|cancel|erase|abandon|(?:stop|cease|quit) (?:following|obeying)|(?:do not|don't|no longer) (?:follow|obey))(?!\\p{L})${near}(?<!\\p{L})(?:instructions?|prompts?|guidelines?|directives?|safeguards?|system messages?|user'?s? (?:request|task|question)|what (?:you|the user)|(?:all|any|your|every|previous|prior|above|earlier|safety|existing|original|these|its|system)(?: \\p{L}+)? (?:rules?|commands?|constraints?|restrictions?|polic(?:y|ies)|programming|training|tasks?|requests?|goal)|(?:everything|anything|all)(?: of)?(?: the| that was)? (?:(?:above|before|prior|previous)(?!\\s+(?!and|or)\\p{L})|you were t(?:old|aught)))(?!\\p{L})`
  ),
  before: pattern(
    "(?<!\\p{L})(?:ignore|disregard|forget|override|bypass|discard)(?:,? (?:and|or) \\p{L}+)? (?:(?:all|everything|your|(?:any |every )?(?:previous|prior|earlier|preceding))(?!\\p{L}))"
  ),
  takeover: pattern(
    "(?<!\\p{L})you are now (?:an?|the|in|dan|free|operating|acting|no longer)(?!\\p{L})",
    "(?<!\\p{L})from (?:now|this point|here) on(?:ward)?s?,? you(?!\\p{L})",
    "(?<!\\p{L})(?:new|updated|revised|real|actual|hidden|secret|additional) (?:system )?(?:instructions?|task|objective|prompt|directives?|mission)(?: (?:from|by) [\\p{L} ]{2,20})?\\s*:",
    "(?<!\\p{L})your (?:new|real|true|actual|only|next|sole) (?:task|goal|job|objective|instructions?|purpose|mission|role) (?:is|are|:)",
    `${begins}(?:pretend (?:to be|that you are|you are)|role-?play as|enter (?:\\p{L}+ )?mode|switch to (?:\\p{L}+ )?mode)(?!\\p{L})`,
    "(?<!\\p{L})(?:developer|debug|god|maintenance|jailbreak|unrestricted|dan) mode (?:is )?(?:now )?(?:enabled|activated|on)(?!\\p{L})",
    `${begins}instead of (?:summari[sz]ing|answering|extracting|following|your)(?!\\p{L})`,
    "(?<!\\p{L})(?:the )?(?:previous|above|original|user'?s) (?:task|request|instructions?|conversation) (?:is|are|was|has been|have been) (?:now )?(?:completed?|finished|cancel+ed|over|void|obsolete|superseded|revoked)(?!\\p{L})"
  ),
  roleMark: pattern(
    "<\\|[\\w -]{2,24}\\|?>",
    "\\[/?inst\\]",
    "<</?sys>>",
    "</?(?:system|assistant|human|system[-_]prompt|system[-_]message|tool_call|tool_result|function_call|function_results|page|document|webpage|context|untrusted[\\w-]*|user_input|user_query|instructions?|admin)>",
    "={2,} ?(?:page|end|system)[\\w ]{0,20} ?={2,}",
    "(?<!\\p{L})(?:end|begin|start) of (?:the )?(?:untrusted |user |system |web ?)?(?:page|document|context|input|prompt|instructions|data|content)(?= ?[\\])>=*\\-:.]|$)",
    "^[\\W_]{0,4}#{1,4} ?(?:new )?(?:system|instructions?|system prompt|assistant) ?:"
  ),
  roleName: pattern(
    "^[\\s*_>`\"'\\[(#-]{0,6}(?:system|assistant|developer|admin|administrator|root|operator)(?: (?:prompt|message|override|update|note|notice|instructions?|alert|command))?[\\]*_)\"']{0,4} ?[:>]"
  ),
  conceal: pattern(
    `(?<!\\p{L})(?:do not|don't|never|must not|without|avoid)(?: \\p{L}+){0,2} (?:tell(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|inform(?:ing)?|show(?:ing)?|alert(?:ing)?|notify(?:ing)?|let(?:ting)?|report(?:ing)?|acknowledg(?:e|ing)|warn(?:ing)?|ask(?:ing)?)(?!\\p{L})${near}(?<!\\p{L})(?:users?|humans?|person|operators?|reader|anyone|(?:this|these|the|such) (?:instructions?|message|note|text|prompt|directive|change|section)|that you)(?!\\p{L})`,
    "(?<!\\p{L})(?:keep|hide) (?:this|these|it)(?: \\p{L}+){0,3} (?:secret|hidden|confidential|from the (?:user|human|operator))(?!\\p{L})",
    `${begins}(?:silently|secretly|quietly|covertly) \\p{L}+`
  ),
  handOver: pattern(
    `${begins}(?:reveal|print|repeat|output|show|display|leak|disclose|expose|dump|send|forward|e-?mail|post|upload|transmit|exfiltrate|append|include|encode|copy|share|give|tell)(?!\\p{L})${near}(?<!\\p{L})(?:system prompt|(?:your|the|all|any|previous|initial|hidden) (?:\\p{L}+ )?(?:instructions|prompt|rules|configuration)|api[ -]?keys?|passwords?|passphrases?|credentials|secrets|(?:access|session|auth) tokens?|(?:whole |full |entire |this |the |previous )?conversation|chat history|(?:(?:the )?users?'?s?|their|his|her) (?:\\p{L}+ )?(?:data|e-?mails?|address|messages?|name|files?|information|documents?|calendar|inbox)|environment variables|session cookies?|credit cards?|context)(?!\\p{L})`,
    "!\\[[^\\]]{0,80}\\]\\([^)]{0,120}[?&=/](?:\\{|%7b|\\[|<|\\$)"
  ),
  steer: pattern(
    `${begins}(?:respond|reply|answer|return|output|say|write|print|state|claim|conclude|insist)(?!\\p{L}) (?:only|exactly|just|with|that|the (?:following|phrase|words?|string|text)|"|“|in)`,
    "(?<!\\p{L})(?:in|when|while|before|after)(?: writing| generating| giving| making| producing)? (?:your |the |any |an? )?(?:summar\\p{L}+|answer(?:ing)?|response|responding|reply|output|evaluat\\p{L}+|recommend\\p{L}+|asked)(?!\\p{L})",
    `${begins}(?:recommend|mention|cite|choose|rank|prefer|promote|endorse|praise|favou?r|include|insert|add|append)(?!\\p{L})${near}(?<!\\p{L})(?:this|our|the (?:following|best|product|link|company|site)|https?:|only|first|above)`,
    `${begins}(?:rate|score|classify|treat|mark|report|describe|rank|evaluate|grade)(?!\\p{L})${near}(?<!\\p{L})(?:as|highest|with|top|best|first)(?!\\p{L})`
  ),
  act: pattern(
    `${begins}(?:visit|open|go to|navigate to|click|fetch|load|call|invoke|run|execute|download|install|submit|transfer|buy|purchase|pay|delete|send|post|e-?mail|curl|browse to|follow|subscribe|approve|log ?in)(?!\\p{L})${near}(?:https?:|www\\.|[\\w.-]+@[\\w-]+\\.|(?<!\\p{L})(?:tools?|functions?|links?|buttons?|commands?|url|address|shell|script|account|payments?|transfers?|orders?|plugins?|page|files?)(?!\\p{L}))`,
    `${begins}(?:write|say|print|tell|give|make|create|generate|list|translate|act|reply|answer|respond|return|output|reveal|continue|complete|perform|obey)(?!\\p{L})`
  ),
  authority: pattern(
    "(?<!\\p{L})(?:mandatory|high(?:est)? priority|top priority|system (?:override|alert|update|notice)|security (?:notice|update|override)|admin(?:istrator)? (?:override|notice)|override code)(?!\\p{L})"
  )
}

/** What every sentence with a sign that weighs has. */
const mayHave =
  /ignor|disregard|forget|instruc|prompt|rule|guideline|overrid|bypass|assistant|\bai\b|a\.i\.|llm|gpt|claude|gemini|copilot|language model|agent|bot|you are|from now|from this|pretend|mode|task|<|\[|==|system|admin|developer|root|tell|mention|reveal|inform|secret|silent|quiet|covert|key|password|credential|token|conversation|chat|http|answer|respond|reply|summar|output|recommend|rate|rank|end of|user/i

/** All signs of a sentence. */
export const signsOf = (sentence: string): number => {
  let signs = 0
  if (!mayHave.test(sentence)) {
    if (english.act.test(sentence)) signs |= Sign.act
  } else {
    for (const name of Object.keys(english) as ReadonlyArray<keyof typeof english>)
      if (english[name].test(sentence)) signs |= Sign[name]
  }
  for (const { sign, words } of otherWords) if (words.test(sentence)) signs |= Sign[sign]
  return signs
}
