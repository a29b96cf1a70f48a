/**
 * Holds the words of other systems' bounces, in the languages they use. Each system has an entry that tells
 * how to recognise its bounce and how to cut its blocks. All patterns are bounded.
 */
export type Style = {
  /** Matches the subject or the text. */
  readonly sign: RegExp
  /** Matches a line that names a recipient. */
  readonly recipient: RegExp
  /** Matches the line where the returned mail begins. */
  readonly end?: RegExp
  /** Finds the reason, if it is not in the lines after the recipient. */
  readonly reason?: RegExp
}

export const returned =
  /^\s*-{2,}\s*(?:below this line is a copy|this is a copy of|the headers? of the original|original (?:message|mail)|un(?:delivered|sent) (?:message|mail)|returned (?:message|mail)|forwarded message|the body of the message|message headers? follow|原始邮件|原邮件)|^\s*(?:original message follows|the original message headers?|message headers follow)|^(?:received: (?:from|by) |return-path: <)/i

export const styles: readonly Style[] = [
  // qmail and the programs derived from it ("QSBMF", which has no RFC).
  {
    sign: /^Hi\. This is the (?:qmail-send|deliver) program|^I'm afraid I wasn't able to deliver/m,
    recipient: /^\s*<([^<>\s]{3,320})>:\s*$/,
  },
  // Postfix and Sendmail, when their report was removed on the way.
  {
    sign: /This is the (?:Postfix program|mail system) at host|Undelivered Mail Returned to Sender/i,
    recipient: /^\s*<([^<>\s]{3,320})>(?:\s\(expanded from [^)]{0,320}\))?:/,
  },
  {
    sign: /The following addresses? had (?:permanent|transient non-?fatal|permanent fatal|delivery) (?:errors|problems)|Transcript of session follows/i,
    recipient: /^\s*<([^<>\s]{3,320})>\s*(?:\.\.\.|$)/,
  },
  // Exim.
  {
    sign: /This message was created automatically by mail delivery software/i,
    recipient: /^\s{1,8}([^\s<>():]{1,64}@[^\s<>():]{1,253}):?\s*$/,
  },
  // Gmail in the time before it wrote reports, and its newer wordings.
  {
    sign: /Delivery to the following recipients? (?:failed|has been delayed)|Delivery Status Notification \((?:Failure|Delay)\)|Your message wasn't delivered to|Address not found|Message not delivered/i,
    recipient:
      /(?:^\s{2,}|wasn't delivered to |problem delivering your message to )\*{0,2}([^\s<>():*]{1,64}@[^\s<>():*]{1,253})/,
  },
  // Exchange and Outlook.
  {
    sign: /did not reach (?:some or all of )?the (?:following|intended) recipients?|Delivery has failed to these recipients or groups|couldn't be delivered|The following recipient\(s\) (?:could not|cannot) be reached|无法将邮件传递给以下收件人|传递到以下收件人或组时失败|未能送达/i,
    recipient:
      /^\s*(?:'|[^<>\n]{0,80}[<(])?([^\s<>()':;]{1,64}@[^\s<>()':;]{1,253})(?:'|[>)])?(?:\s*\((?:mailto:)?[^)]{0,320}\))?(?:\s{1,4}(?:on|#)\s.{0,200})?\s*$/,
  },
  // QQ and Tencent Exmail.
  {
    sign: /来自\s?[a-z.]{0,40}\s?的退信|(?:QQ邮箱|腾讯企业邮).{0,20}退信|邮件无法送达|无法发送到/i,
    recipient:
      /(?:无法发送到|邮件地址|收件人|发往|投递到)[^\n@]{0,30}?([^\s<>()（），,:：]{1,64}@[^\s<>()（），,:：]{1,253})/,
    reason: /^(?:.{0,10}(?:退信原因|出错原因|错误信息|详细信息))\s*[:：]?\s*(.*)$/,
    end: /^\s*(?:您退信的邮件内容如下|以下是原邮件)/,
  },
  // 163, 126 and everything that runs Coremail.
  {
    sign: /系统退信|您的邮件被退回来了|您的邮件未能投递成功|投递失败通知|邮件投递失败|退信通知|邮件未能到达/,
    recipient:
      /(?:收件人|收件地址|接收地址|目标地址|以下地址|无法投递到)[^\n@]{0,20}?([^\s<>()（），,;；:：]{1,64}@[^\s<>()（），,;；:：]{1,253})/,
    reason: /^.{0,10}(?:英文说明|退信原因|失败原因|错误原因|原因|服务器返回)\s*[:：]\s*(.*)$/,
  },
  // Other systems, with the words that most of them share.
  {
    sign: /(?:Undeliverable|Undelivered|Mail delivery failed|Delivery failure|Delivery Status Notification|Returned mail|failure notice|Mail System Error|Non-?delivery)/i,
    recipient:
      /^\s*(?:<|(?:Final-)?Recipients?(?: address)?:?\s{0,9}(?:rfc822;)?\s{0,9}<?|To:\s{0,9}<?|Failed (?:address|recipient):\s{0,9}<?)([^\s<>():;]{1,64}@[^\s<>():;]{1,253})>?:?/i,
  },
]
