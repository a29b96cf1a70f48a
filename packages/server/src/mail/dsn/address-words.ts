/**
 * Holds the words in which other systems say that an address takes no mail, in the languages they use. They
 * count only where nothing else is given as the reason. All gaps are bounded, and none spans a sentence.
 */
import type { FailureWords } from './failure.ts'

const noun =
  '(?:users?|recipients?|mail ?box(?:es)?|in-?box|account|address(?:es|ee)?|e-?mail(?: address| account| id)?|subscriber|local[- ]?part|alias(?:es)?|customer|destination|member|person|user ?name|user ?id|user path|name|rcpt(?: addr)?)'
const notSender = String.raw`(?:(?!sender|from\b|source|host|domain|server)[\w'’-]{1,20}[ /]){0,3}`
const gap = String.raw`[^.;!?\n]{0,60}`

const english = [
  // "No such user", "invalid recipient", "unknown or illegal alias".
  String.raw`\b(?:unknown|invalid|no such|non-?existent|nonexisting|unrecogni[sz]ed|bad|illegal|incorrect|wrong|not a valid|no valid|undeliverable|no)[ :]\s?${notSender}${noun}\b(?! (?:could|was|error|of))`,
  // "User unknown", "recipient: not found".
  String.raw`\b${noun}\b['"]?[ :,<>()-]{0,4}(?:is |are |was |were |has been )?(?:unknown|invalid|nonexist|non-?existent|not (?:known|found|valid|recogni[sz]ed|listed|registered|local|deliverable|here|exist|a valid|on file|our|my)|undeliverable)`,
  String.raw`\b${noun}\b${gap}(?:does ?n[o'’]t|do(?:es)? not|did not|dos?e?s?n'?t|didn'?t) (?:seem to |appear to )?exist`,
  String.raw`\b${noun}\b${gap}(?:could ?n[o'’]t|could not|cannot|can ?not|can'?t|was ?n[o'’]t|was not|not) (?:be )?(?:found|recogni[sz]ed|located|resolved)`,
  String.raw`(?:does ?n[o'’]t|do(?:es)? not) have (?:an? |any )(?:[\w.-]{1,40} ){0,3}(?:account|mail ?box)`,
  String.raw`no (?:mail ?box|account|user|recipient|one|person)\b.{0,20}\b(?:here|by that name|with that name|record|found|named?)|not (?:an? )?(?:known|valid|registered|recogni[sz]ed|existing) (?:user|recipient|mail ?box|account|address)|not known (?:at|here|to)|unable to (?:find|locate|resolve) (?:the )?(?:user|recipient|mail ?box|address)`,
  '(?:not (?:a |listed |found )?(?:in|our|one of our) (?:the |our |my )?(?:domino directory|directory|address book|user|customer|virtual|local|recipient|control|valid|list)|not our customer|not local|no longer (?:available|valid|with|works?|employed|in use|exists?|here|on (?:this )?(?:server|system)|at this)|has (?:left|moved)|user moved|mailbox moved)',
  String.raw`recipientnotfound|unrout(?:e)?able address|unknown in (?:virtual|local|relay)|(?:address|recipient|user) lookup failed|delivery to (?:this|that) address is not possible|rcp-p1|5\.4\.1 recipient address rejected: access denied|user lookup success but no|does ?n[o']t like recipient.{0,40}(?:unknown|no such)`,
].join('|')

const otherTongues = [
  '(?:用户|使用者|收件人|收件者|收信人|邮箱|郵箱|信箱|地址|帐号|账号|帳號|账户|帐户|接收方)[^。；\\n]{0,16}(?:不存在|无效|無效|未找到|找不到|没有找到|不正确|有误|錯誤|错误|未知|未注册|不明)',
  '(?:找不到|不存在|没有|無|无)(?:该|此|这个|這個|的)?(?:用户|使用者|收件人|收件者|邮箱|郵箱|帐号|账号|地址)|查无此人|查無此人|用户未知',
  '(?:宛先|あて先|アドレス|ユーザー?|メールボックス|受信者|送信先)[^。\\n]{0,60}(?:不明|存在し(?:ません|ない)|見つかりません|見つからない|ありません|使われて|無効)|宛先不明|ディレクトリ[^。\\n]{0,12}(?:リスト)?[^。\\n]{0,4}ありません',
  '(?:사용자|수신자|받는 사람|주소|계정|메일함|사서함)[^.\\n]{0,24}(?:존재하지|없|찾을 수|알 수 없|잘못)',
  '(?:пользовател|адрес|получател|ящик|учетн)[^.\\n]{0,40}(?:не (?:существует|найден|зарегистр|известен|обнаруж)|отсутствует|неизвест|недействит|неверн)|неизвестн\\S{1,4} (?:пользовател|получател|адрес)|нет так(?:ого|ой) (?:пользовател|получател|ящик|почт|адрес)|несуществующ',
  '(?:benutzer|empf[aä]nger|adresse|postfach|mailbox|konto|nutzer|teilnehmer)[^.\\n]{0,50}(?:unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt|g[uü]ltig|existent)|ung[uü]ltig|gibt es nicht)|unbekannte[rn]? (?:empf[aä]nger|benutzer|adresse|nutzer)|ung[uü]ltige[rn]? (?:empf[aä]nger|e-?mail|adresse)',
  "(?:utilisateur|destinataire|adresse|bo[iî]te|compte)[^.\\n]{0,50}(?:inconnue?|n['’]existe (?:pas|plus)|introuvable|invalide|inexistante?|non trouv)",
  'no existe (?:dich|es[ae]|est[ae]|el |la )[^.\\n]{0,12}(?:persona|usuario|cuenta|direcci|buz)|(?:usuario|destinatario|direcci[oó]n|buz[oó]n|cuenta|casilla)[^.\\n]{0,50}(?:desconocid|no existe|inexistente|no encontrad|no se (?:ha )?(?:encontr|pudo encontrar)|inv[aá]lid|no v[aá]lid)',
  '(?:usu[aá]rio|destinat[aá]rio|endere[cç]o|caixa|conta)[^.\\n]{0,50}(?:desconhecid|n[aã]o (?:existe|encontrad|foi encontrad|localizad)|inexistente|inv[aá]lid)',
  '(?:utente|destinatario|indirizzo|casella|account)[^.\\n]{0,50}(?:sconosciut|inesistente|non (?:esiste|trovat|valid|[eè] stat\\S trovat))',
  '(?:gebruiker|ontvanger|adres|mailbox)[^.\\n]{0,40}(?:onbekend|bestaat niet|niet gevonden)|(?:u[zż]ytkownik|adres|odbiorca|skrzynka)[^.\\n]{0,40}(?:nie istnieje|nieznan|nie znalezion)',
].join('|')

/** In this order: a mailbox that is closed for a while is neither gone nor unknown. */
export const addressWords: readonly FailureWords[] = [
  {
    failure: 'mailboxPaused',
    patterns: [
      /(?:account|mail ?box|user|recipient|address|inbox)\b[^.;\n]{0,40}(?:suspended|locked|frozen|on hold|temporar|blocked|paused|over limit|not accepting|is not receiving)|not currently being accepted|temporar\w{0,4} (?:disabled|unavailable|suspended|inactive)|vacation hold/i,
      /(?:帐号|账号|帳號|邮箱|郵箱|用户|账户|信箱)[^。\n]{0,10}(?:冻结|凍結|锁定|鎖定|暂停|暫停|欠费)|受信を停止|(?:ящик|аккаунт|уч[её]тн)[^.\n]{0,30}заблок|(?:postfach|konto)[^.\n]{0,30}gesperrt|compte[^.\n]{0,30}(?:suspendu|bloqu)|cuenta[^.\n]{0,30}(?:suspendid|bloquead)|conta[^.\n]{0,30}(?:suspens|bloquead)|account[^.\n]{0,30}(?:sospes|bloccat)/i,
    ],
  },
  {
    failure: 'mailboxDisabled',
    patterns: [
      /(?:account|mail ?box|user|recipient|address|inbox|member|subscriber)\b[^.;\n]{0,50}\b(?:disabled|deactivated|de-activated|inactive|not active|no longer active|discontinued|closed|terminated|cancell?ed|deleted|removed|not enabled|disallowed permanently)\b|(?:account|mail ?box|user)\b[^.;\n]{0,20}\bexpired\b|(?:address|mail ?box|account|user|recipient) (?:has )?no longer (?:accept|receiv)|(?:disabled|inactive|deactivated|closed|deleted|expired|discontinued) (?:\w{1,12} ){0,2}(?:account|mail ?box|user|recipient|address)/i,
      /(?:帐号|账号|帳號|邮箱|郵箱|用户|账户|信箱|收件人)[^。\n]{0,10}(?:停用|禁用|注销|註銷|已关闭|已關閉|过期|過期|被删除|已删除)|(?:アカウント|メールボックス)[^。\n]{0,12}(?:無効|削除|解約)|(?:ящик|аккаунт|пользовател|уч[её]тн)[^.\n]{0,30}(?:отключ|удал[её]н|деактив|неактив)|(?:postfach|konto|benutzer)[^.\n]{0,30}(?:deaktiviert|gel[oö]scht|inaktiv|geschlossen)|(?:compte|bo[iî]te)[^.\n]{0,30}(?:d[eé]sactiv|ferm[eé]|supprim)|(?:cuenta|buz[oó]n)[^.\n]{0,30}(?:deshabilitad|desactivad|cerrad|eliminad|inactiv)|(?:conta|caixa)[^.\n]{0,30}(?:desativad|desabilitad|encerrad|inativ)|(?:casella|account|utente)[^.\n]{0,30}(?:disabilitat|disattivat|chius|inattiv)/i,
    ],
  },
  {
    failure: 'domainUnknown',
    patterns: [
      /(?:host|domain|site)(?: ?name)?(?: or domain name)?\b(?:(?!said|says|user|recipient|mailbox|address)[^.;\n]){0,50}(?:not found|does ?n[o']t exist|does not exist|could(?: not|n['’]t) be (?:found|resolved)|unknown|can(?:not|'t) be (?:found|resolved)|no (?:mx|dns|a) |invalid|n['’]t find|not resolv|unresolv)|(?:unknown|no such|invalid|illegal|nonexistent|non-existent|bad|unresolvable|unrouteable|unroutable) (?:\w{1,12} )?(?:mail )?(?:domain|host(?:name)?(?:\/domain)?(?: name)?|destination (?:host|system|domain))\b|name or service not known|nxdomain|can(?:no|')t find any (?:host|mail|mx)|(?:find|resolve) the (?:recipient|destination)(?:'s)? domain|null ?mx|no mx\b|nonexistentdomain|mx records? point to non-?existent|domain does not exist|(?:domain|host) does not (?:accept|receive) (?:any )?(?:e-?)?mail/i,
      /(?:域名|網域|域)[^。\n]{0,12}(?:不存在|无法解析|找不到|错误|無法解析)|ドメイン[^。\n]{0,16}(?:存在し|見つかり|不明)|도메인[^.\n]{0,16}(?:없|찾을|존재)|домен[^.\n]{0,30}(?:не (?:существует|найден)|неизвест)|domain[^.\n]{0,30}(?:existiert nicht|unbekannt|nicht gefunden)|domaine[^.\n]{0,30}(?:inconnu|introuvable|n['’]existe)|domin[ií]o[^.\n]{0,40}(?:no existe|inexistente|desconocid|n[aã]o existe|n[aã]o encontrad|no encontrad|inesistente|non esiste|sconosciut)/i,
    ],
  },
  { failure: 'mailboxUnknown', patterns: [new RegExp(english, 'i'), new RegExp(otherTongues, 'i')] },
]
