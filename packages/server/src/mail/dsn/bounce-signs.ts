/**
 * Holds the words by which a mail says what it is: that another mail failed or is late, or that a person is
 * away. They are in the languages that mail systems write. All gaps are bounded.
 */

/** Words of a failure, for the subject and the opening of a mail. */
export const failed: readonly RegExp[] = [
  /undeliver|(?:could|can|was|were|is|been|be) ?(?:not|n[o'’]t) (?:yet )?(?:be )?(?:successfully )?(?:sent|delivered|deliver|reach|relayed|processed)|cannot (?:be )?(?:sent|deliver)|(?:unable|not able|wasn't able|failed|failure|impossible) to (?:deliver|send|reach|relay)|deliver\w{0,3} (?:status|fail|problem|error|attempt|to the following|report|notification|has failed|impossible)|delivery of .{0,80}fail|failed (?:delivery|recipient)|returned (?:mail|message|to sender|e-?mail)|failure notice|mail (?:system )?(?:error|fail)|non-?deliver|bounced|(?:did not|didn't) reach|was rejected|(?:permanent|fatal|delivery) (?:fatal )?errors?|message (?:rejected|not sent|blocked)|unknown (?:user|recipient|address)|user unknown|invalid (?:user|recipient)|no such user|not listed in|mail ?box (?:is )?(?:full|unavailable)/i,
  /退信|退回|退件|投递(?:失败|不成功)|未能(?:送达|投递|到达|发送)|无法(?:送达|投递|发送|将|到达)|無法.{0,6}(?:傳遞|送達|遞送|投遞|傳送)|发送失败|寄送失敗|传递.{0,12}失败/,
  /(?:送信|配信|配達|送達|お届け|転送)(?:でき|が?でき|不能|エラー|失敗|に失敗|されません)|届(?:け|か|き)(?:られ)?ません|返送|エラーメール|전달(?:되지|할 수|하지)|반송|배달(?:되지|실패)|발송 ?실패/,
  /не (?:был[оаи]? |удалось |может быть |могло быть |смог\S{0,2} )?доставл|недоставл|невозможно доставить|ошибк\S{0,2} доставки|возвращ[её]н/i,
  /nicht (?:zugestellt|zustellbar|[uü]bermittelt|ausgeliefert)|unzustellbar|zustell\S{0,10} (?:ist )?fehlgeschlagen|konnte .{0,60}nicht .{0,20}(?:werden|zustell)|fehler bei der zustellung/i,
  /n['’](?:a|ont) pas pu [eê]tre (?:remis|distribu|envoy|achemin|livr)|non (?:remis|distribu|d[eé]livr)|[eé]chec (?:de|d['’])(?: la)? ?(?:remise|distribution|envoi|livraison)|impossible de (?:remettre|distribuer|livrer)|notification d['’][eé]tat de remise/i,
  /no (?:se )?(?:ha |pudo |puede |fue |ha sido |ha podido )?(?:podido )?(?:ser )?entreg|no entregad|devuelto|(?:fallo|error) (?:en|de) (?:la )?entrega|imposible entregar|n[aã]o (?:foi |p[oô]de |pode |possível )?(?:poss[ií]vel )?(?:ser )?entreg|devolvid|falha n[ao] (?:entrega|envio)|erro (?:de|na) entrega/i,
  /non (?:[eè] stato |[eè] |pu[oò] essere |recapit)?(?:possibile )?(?:consegn|recapit)|mancat[ao] (?:consegna|recapito)|impossibile (?:recapitare|consegnare)|niet (?:worden )?(?:bezorgd|afgeleverd)|nie (?:zosta[lł]\S{0,2} |mo[zż]na )?(?:dostarcz|dor[eę]cz)/i,
]

/** Words of a mail that is only late, or of a notice that more attempts follow. */
export const late: readonly RegExp[] = [
  /\b(?:delayed|delay(?:ed)? (?:mail|delivery|notification)|warning: (?:message|could not)|warning message only|(?:could|has) not (?:yet )?be(?:en)? delivered (?:for|after more)|not yet been delivered|still being retried|(?:will|be) (?:be )?(?:retried|continue(?:d)? to (?:try|be)|keep(?:ing)? trying|try(?:ing)? again|attempted)|continue trying|continuing to try|temporary (?:failure|problem)|no action is required|(?:do not|don't|no) need to resend)\b/i,
  /延迟|延遲|暂未送达|尚未送达|继续尝试|继续重试|将(?:会)?再次尝试|繼續嘗試|稍后重试|仍在(?:重试|尝试)|遅延|遅れて|まだ(?:配信|送信|配達)|引き続き|再試行|再送(?:を試み|します)|지연/,
  /задерж|отложен|(?:еще|ещё) не доставл|попытк\S{0,2} (?:доставки )?(?:будут|продолж)|verz[oö]gert|noch nicht zugestellt|weiter(?:hin)? versucht|retard[eé]e?|diff[eé]r[eé]|pas encore [eé]t[eé]|nouvelles? tentatives?|retrasad|demorad|(?:aún|todav[ií]a) no|(?:seguir[aá]|volver[aá]) (?:a )?intent|atrasad|ainda n[aã]o|novas? tentativas?|in ritardo|non (?:[eè] )?ancora|nuov[oi] tentativ|ritardat|vertraagd|op[oó][zź]nion/i,
]

/** Words that no notice of a delay has. */
export const final: readonly RegExp[] = [
  /\b(?:permanent(?:ly)?|fatal|gave up|giving up|given up|given-up|will not be retried|has been stopped|no further (?:delivery )?attempts|cannot send message for|retry time ?out exceeded)\b|退信|退回|永久|恒久|dauerhaft|endg[uü]ltig|d[eé]finitiv|permanente|definitiva|окончательн/i,
]

/** The subject of a mail that reports a success, or that somebody has read a mail. */
export const arrivedSubject =
  /\((?:success|relay(?:ed)?|delivered|expanded)\)|^(?:read|delivered|relayed|opened|gelesen|lu|le[ií]do|lido|letto|прочитано|已读|已讀|已送达|開封済み?)\s?[:：]|(?:read|return|delivery) receipt|successful(?:ly)? (?:mail )?deliver|delivery succe|(?:lese|empfangs)best[aä]tigung|confirmation de lecture|accus[eé] de r[eé]ception|confirmaci[oó]n de lectura|已读回执|阅读回执|送达回执|開封通知/i

/** Words of an automatic answer, for its subject. */
export const awaySubject =
  /^(?:(?:re|aw|sv|antw|回复|答复|回覆)\s?[:：]\s{0,3})?(?:auto(?:matic|matische|matique|m[aá]tica)?[- ]?(?:reply|response|respond\w{0,3}|antwort|answer)|automatic (?:reply|response)|out[- ]of[- ](?:the )?office|(?:on )?vacation|on (?:holiday|leave)|away from|i am (?:away|out)|abwesen|automatische antwort|r[eé]ponse automatique|absen[ct]|respuesta autom[aá]tica|fuera de (?:la )?oficina|resposta autom[aá]tica|fora do escrit|risposta automatica|fuori (?:sede|ufficio)|автоответ|автоматический ответ|вне офиса|自动(?:回复|答复|回覆)|自動(?:回覆|返信|応答)|外出|休假|不在|부재중|자동 ?(?:회신|응답|답장)|afwezig|automatisch antwoord|odpowied[zź] automatyczna|thank you for (?:your|contacting)|\[?ticket|your (?:request|message|e-?mail) (?:has been |was )?received)/i

/** Words of an automatic answer, for its text. */
export const awayText =
  /(?:out of (?:the |my )?office|on (?:annual |maternity |parental |sick |medical )?(?:vacation|holiday|leave)\b|i(?:'| a)m (?:currently )?(?:away|out|travell?ing)|will (?:be back|return|reply|respond|get back)|i (?:no longer work|have left)|automatic(?:ally generated)? (?:reply|response)|auto-?reply|have received your (?:message|e-?mail|letter|request)|received your (?:message|e-?mail)|thank you for your (?:message|e-?mail)|(?:your|a) ticket|(?:nicht|außer) im (?:b[uü]ro|hause)|im urlaub|abwesen|en (?:vacances|cong[eé])|absente? du|je suis absent|de vacaciones|estoy fuera|estar[eé] fuera|de f[eé]rias|estarei ausente|in ferie|sono (?:assente|fuori)|в отпуске|отсутств\S{1,6} (?:на|в) (?:рабоч|офис)|休假|出差|外出|度假|我会尽快|尽快(?:回复|答复)|来信(?:已)?收到|已收到您的|不在(?:办公室|にし)|休暇|休业|出張|受信いたしました|부재|휴가)/i

export const says = (signs: readonly RegExp[], text: string): boolean => signs.some(sign => sign.test(text))
