/**
 * Holds the words in which other systems refuse a mail for a reason that says nothing about whether the
 * recipient exists, in the languages they use. They weigh more than any code: many systems send the code of
 * an unknown mailbox with a block list behind it. All gaps are bounded.
 */
import type { FailureWords } from './failure.ts'

/** In this order, because "mailbox size limit exceeded" is about room and not about the mail. */
export const refusalWords: readonly FailureWords[] = [
  {
    failure: 'loop',
    patterns: [
      /\b(?:mail|routing|forwarding|message|delivery)?[ -]?loop(?:s|ing|back|ed)?\b|mxloopback|too many (?:hops|received)|hop ?count|hops exceeded/i,
      /循环|迴圈|回圈|ループ|зациклив|schleife|\bboucle\b|\bbucle\b/i,
    ],
  },
  {
    failure: 'unreachable',
    patterns: [
      /(?:name service error|host(?:name)? (?:or domain name )?not found|dns|lookup|resol\w{1,8}).{0,60}(?:try again|did not complete|temporar|timed? ?out|servfail|server failure)/i,
      /temporar\w{0,4} (?:lookup|dns|resolution|name)|(?:malformed|unexpected|invalid|bad) (?:or unexpected )?name ?server/i,
    ],
  },
  {
    failure: 'reputation',
    patterns: [
      /black[- ]?list|block[- ]?list|deny[- ]?list|\b(?:dns|r|u|s|d)[br]l\b|\b(?:sbl|xbl|pbl|rbls|dnsbl)\b/i,
      /spamhaus|spamcop|barracuda(?:central|networks| reputation)|\bsorbs\b|uceprotect|mailspike|sender ?score|senderbase|talos|cloudmark|invaluement/i,
      /reputation|\bbanned\b(?! (?:file|attach|ext|content))|traffic not accepted/i,
      /\bip(?:v[46])?(?: addr\w{0,6})?\b.{0,80}(?:block|bann|list|den(?:y|ied)|reject|refus|not (?:allowed|accepted|permitted|authori[sz]ed)|abus|suspicious|throttl)/i,
      /(?:block|bann|reject|refus|den(?:y|ied)|listed|abuse)\w{0,4}\b.{0,60}\bip(?:v[46])?\b/i,
      /(?:client host|your (?:host|server|network|mail ?server|isp|ip)|sending (?:host|server|ip)|connecting (?:host|ip|server))\b.{0,60}(?:reject|block|list|bann|den(?:y|ied)|refus|not (?:allowed|accepted|welcome))/i,
      /\bblock(?:ed)? (?:by|using|because|for|due)|unwanted (?:mail|messages?)|(?:has|have) been blocked(?! by (?:its|the) owner)/i,
      /黑名单|黑名單|信誉|信譽|拒收列表|封禁|ブラックリスト|評判|評価が低|블랙리스트|평판/,
      /ч[её]рн(?:ый|ом|ого) спис|репутац|schwarz(?:e|er|en) liste|sperrliste|liste noire|lista (?:negra|nera)|reputaci[oó]n|reputa[cç][aã]o|r[eé]putation|reputazione/i,
      /\bip\b.{0,40}(?:限制|拒绝|拒絕|封|屏蔽|拦截|攔截|異常|异常|заблок|запрещ|gesperrt|abgelehnt|bloqu|rechaz|bloccat|制限|차단)/i,
      /(?:限制|拒绝|拒絕|屏蔽|拦截|заблок|gesperrt|bloqu\w{1,4}|rechaz\w{1,4}|bloccat\w).{0,40}\bip\b/i,
    ],
  },
  {
    failure: 'authentication',
    patterns: [
      /\b(?:spf|dkim|dmarc|rdns|ptr)\b|unauthenticated|reverse dns|reverse (?:hostname|lookup)|policy framework|sender id\b/i,
      /authenticat\w{1,6} (?:required|failed|unsuccessful|check|is required|failure)|(?:not|isn't|must be|requires?|without) (?:properly )?authenticat|\b(?:helo|ehlo)\b.{0,60}(?:reject|invalid|not|must|bad)|(?:invalid|bad|illegal|fake) (?:helo|ehlo)|(?:cannot|can't|could not|unable to|failed to) (?:find|resolve|verify) (?:your|the sending)|(?:must|please|need to) (?:first )?(?:authenticate|log ?in)|starttls|encryption (?:is )?(?:required|needed)/i,
      /身份验证|身分驗證|发信域名.{0,20}(?:认证|验证)|認証(?:に失敗|が必要|エラー)|не прош[её]л.{0,20}(?:проверк|аутентиф)|authentifizier|authentification|autenticaci[oó]n|autentica[cç][aã]o|autenticazione/i,
    ],
  },
  {
    failure: 'policy',
    patterns: [
      /(?<!\bto )(?<!\bto the )\b(?:sender|mail from|from address|return[- ]?path|envelope[- ]from|originator|reverse[- ]path)\b(?! address could not be reached).{0,60}(?:reject|denied|refus|unknown|invalid|not (?:found|exist|valid|allowed|permitted|authori[sz]ed|accepted)|does ?n[o'’]t exist|verif|block|callout|undeliverable|resolve)/i,
      /\bfrom: .{0,60}\b(?:in)?valid\b|(?:invalid|unknown|bad|unverified|reject\w{0,4}|block\w{0,4}|denied|refus\w{0,3})\s(?:\w{1,12}\s){0,2}(?:sender|mail from|from address)\b/i,
      /发件人.{0,30}(?:不存在|无效|拒|限制|验证|屏蔽)|寄件(?:者|人).{0,30}(?:不存在|無效|拒|限制)|送信者.{0,20}(?:拒否|不正|存在し|見つかり)|отправител.{0,30}(?:не (?:существует|найден)|отклон|запрещ|заблок)|absender.{0,40}(?:abgelehnt|unbekannt|ung[uü]ltig|gesperrt)|exp[eé]diteur.{0,40}(?:rejet|refus|inconnu|invalide|bloqu)|remitente.{0,40}(?:rechaz|desconocid|inv[aá]lid|bloquead|no existe)|remetente.{0,40}(?:rejeit|desconhecid|inv[aá]lid|bloquead|n[aã]o existe)|mittente.{0,40}(?:rifiut|sconosciut|non valid|bloccat|inesistente)/i,
      /relay(?:ing)?\b.{0,30}(?:den(?:y|ied)|not|prohibit|reject|disallow|access|refus|forbid)|(?:unable|not (?:allowed|permitted|authori[sz]ed)|may not|cannot|can't|won't|refuse) (?:\w{1,10} ){0,2}relay|rcpthosts|不允许转发|中继.{0,10}拒绝|中継.{0,10}拒否/i,
      /\bpolic(?:y|ies)\b|polit(?:ik|ica|ique|ica)|policies|策略|政策|ポリシー|политик|richtlinie|pol[ií]tica|정책/i,
    ],
  },
  {
    failure: 'content',
    patterns: [
      /\bspam\w{0,8}|\bjunk\b|unsolicited|\bbulk (?:mail|e-?mail|message)|\bvirus|malware|trojan|phish|malicious|suspicious (?:content|message|mail|url|link)|suspect(?:ed)? (?:bounce|spam|content)/i,
      /content (?:reject|filter|block|not accept|policy|den(?:y|ied)|restrict|analysis)|(?:header|body) (?:checks?|rejected)|(?:banned|blocked|prohibited|illegal|forbidden|dangerous) (?:\w{1,12} )?(?:file|attachment|extension|content|word|url)|attachments?\b.{0,40}(?:not (?:allowed|accepted|permitted)|block|reject|prohibit|remov)|(?:message|mail) (?:content )?(?:rejected|blocked|refused) (?:due to|because of|for|by) (?:its |the )?(?:content|filter)/i,
      /垃圾|病毒|违规|違規|敏感|不良(?:内容|信息)|内容被拒|內容被拒|迷惑|スパム|ウイルス|ウィルス|스팸|바이러스|спам|вирус/i,
      /unerw[uü]nscht\w{0,4} (?:mail|nachricht|werbung|inhalt)|ind[eé]sirable|pourriel|correo (?:no deseado|basura)|lixo eletr[oô]nico|indesiderat|posta spazzatura/i,
    ],
  },
  {
    failure: 'rate',
    patterns: [
      /too many (?!messages? (?:in|on|for) (?:the |your |this )?(?:mail|box|folder|inbox|user|recipient|account))|rate[- ]?(?:limit|control)|(?:daily|hourly|sending|relay|rate|message rate|frequency|per[- ](?:hour|day|minute|second)).{0,30}(?:quota|limit|exceed)|throttl|gr[ae]y-?list|mail flood|unusual rate/i,
      /(?:too (?:fast|frequent\w{0,2}|quickly)|concurren\w{1,4}|at a rate|limit on (?:the )?(?:number|rate)|exceeded.{0,40}(?:connections|messages per|recipients|rate))/i,
      /频率|頻率|过于频繁|太频繁|灰名单|超过.{0,12}(?:次数|连接数|发信量|限额)|レート|слишком (?:много|часто)|zu viele|trop de (?:messages|connexions|destinataires)|demasiad[oa]s (?:mensajes|conexiones|destinatarios)|muit[oa]s (?:mensagens|conex)|troppi? (?:messagg|connession|destinatar)/i,
    ],
  },
  {
    failure: 'mailboxFull',
    patterns: [
      /quota(?! (?:per|for) (?:hour|day))|(?:mail ?box|mail ?folder|inbox|mail ?store|maildrop|mail ?drop|folder|account|disk|user|recipient|storage|mail directory)\b.{0,50}\b(?:full|out of (?:storage|space)|over (?:its |the )?(?:limit|size|max\w{0,4})|exceeds?\b.{0,30}(?:size|limit|storage|space|allowed)|exceeded|size limit|storage limit|limit (?:reached|exceeded))/i,
      /full (?:mail ?box|inbox|disk)|(?:insufficient|not enough|no more|lack of|low) (?:system |disk |mail ?box |free )?(?:storage|space|disk)|out of (?:storage|disk)|no space left|exceed\w{0,3} (?:the |its |their )?storage|too many messages? (?:in|on|for)|number of messages.{0,60}exceed/i,
      /空间不足|空間不足|已满|已滿|爆满|容量|配额|配額|超出.{0,8}空间|存储空间|いっぱい|一杯|満杯|가득|용량|할당량/,
      /переполн|превыш.{0,30}(?:квот|ящик|объ[её]м)|нет места|\bvoll\b|[uü]berf[uü]llt|kontingent|speicherplatz|bo[iî]te.{0,40}(?:pleine|satur)|compte.{0,40}satur|(?:buz[oó]n|casilla|cuenta|bandeja).{0,40}llen[ao]|cuota|espacio insuficiente|(?:caixa|conta).{0,40}chei[ao]|cota (?:de|exced)|espa[cç]o insuficiente|casella.{0,40}piena|spazio (?:esaurito|insufficiente)/i,
    ],
  },
  {
    failure: 'size',
    patterns: [
      /too (?:big|large)\b|(?:message|mail|line|header|data) (?:is |was )?too long|oversi[sz]e|(?:message|mail|attachment|data|e-?mail)(?:'s)? (?:file )?size|size (?:limit|exceed|is over|too|of (?:this|the|your) (?:message|mail))|(?:max\w{0,5}|limit) (?:\w{1,12} ){0,3}(?:size|bytes|length)|exceed\w{0,3} (?:\w{1,12} ){0,4}(?:size|bytes|length)|larger than|bigger than|(?:message|mail) exceeds|\b[mk]b (?:size )?limit/i,
      /(?:邮件|信件|郵件|附件).{0,8}(?:太大|过大|過大|超过|超過)|大小.{0,12}(?:超过|超過|超出|限制)|サイズ.{0,20}(?:超|制限|大きすぎ)|너무 큽|크기/,
      /слишком (?:больш|велик)|превыша\w{1,4} .{0,30}размер|размер.{0,30}превыш|zu gro(?:ß|ss)|trop (?:grand|gros|volumineu|lourd)|taille.{0,20}(?:d[eé]pass|maxim)|demasiado grande|tama[nñ]o|muito grande|tamanho|troppo (?:grand|lung)|dimension\w .{0,20}(?:super|massim)/i,
    ],
  },
]

/** Words that name the moment and not the recipient, or that mean anything; what an address lacks says more. */
export const vagueWords: readonly FailureWords[] = [
  {
    failure: 'reputation',
    patterns: [/\bip(?:v[46])?\b|\bblocked\b|拦截|屏蔽|заблок|차단/i],
  },
  {
    failure: 'expired',
    patterns: [
      /\bexpired?\b|retry time|(?:delivery|queue) time|giving up after|has been in the queue too long|queued too long|cannot send message (?:for|within)|(?:not|n't|un) ?(?:be )?(?:sent|delivered|deliverable) (?:for|within|in|after) \d|for a long time|too old/i,
      /过期|超过.{0,10}(?:天|小时)仍|多次(?:重试|尝试)|истек|abgelaufen|expir(?:é|ado|ou|ata)|scadut|期限切れ|만료/i,
    ],
  },
  {
    failure: 'unreachable',
    patterns: [
      /connect(?:ion|ing)?\b.{0,40}(?:timed? ?out|refused|reset|closed|lost|dropped|fail|abort|terminated)|timed? ?out|no route to host|unreachable|not reachable|(?:unable|could ?n[o']t|cannot|can't|failed) (?:to )?(?:\w{1,10} )?connect|no (?:answer|response) from|host (?:is )?down|(?:lost|dropped) connection|not respond|network (?:error|problem)|\btls\b|\bssl\b|handshake|certificate|bad connection|service (?:temporarily |currently )?(?:unavailable|not available)|system (?:error|failure|problem|not accepting)|internal (?:server )?error|resources temporarily|temporar|\bdeferred\b|\bbusy\b/i,
      /无法连接|連線|连接.{0,8}(?:失败|超时|被拒|断开)|服务器.{0,8}(?:忙|繁忙|不可用|错误)|接続(?:でき|に失敗|タイム|拒否)|응답|соединени|не отвечает|verbindung|connexion|conexi[oó]n|conex[aã]o|connessione/i,
    ],
  },
  {
    failure: 'other',
    patterns: [
      /try (?:again )?(?:later|in )|try again|retry later|稍后(?:再|重)试|稍後再試|しばらく|позже|sp[aä]ter erneut|ult[eé]rieurement|m[aá]s tarde|mais tarde|pi[uù] tardi/i,
    ],
  },
  {
    failure: 'policy',
    patterns: [
      /\bdenied\b|refused\b|restrict|not (?:allowed|permitted|authori[sz]ed)|unauthori[sz]ed|prohibit|administrat|permission|security|preferences?\b|filter|whitelist|allow[- ]?list|challenge|resolver\.rst|(?:mail|message|connection)s? (?:is |are |was )?not accepted|only accept|(?:not|n['’]t) accept (?:\w{1,12} )?(?:mail|messages?|e-?mail|connections?) from|not welcome|rejected by (?:the |a )?(?:recipient|user|rule|server|system)|unsubscribe|complain/i,
      /拒收|拒绝|拒絕|限制|权限|權限|白名单|不允许|不接受|拒否|制限|許可され|거부|허용|запрещ|отклон|отказ|abgelehnt|verweigert|nicht erlaubt|refus[eé]|rejet[eé]|non autoris|rechazad|no permitid|no autorizad|rejeitad|negad|n[aã]o permitid|rifiutat|non consentit|non autorizzat|negato/i,
    ],
  },
]
