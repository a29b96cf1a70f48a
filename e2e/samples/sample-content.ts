/** The picture and the mail that samples are tried on. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const richMail = [
  '--part',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Your verification code is 482913</p><img src="https://example.com/logo.png">',
  '--part',
  'Content-Type: text/plain; name="hello.txt"',
  'Content-Disposition: attachment; filename="hello.txt"',
  '',
  'hello',
  '--part',
  'Content-Type: message/rfc822',
  '',
  'Subject: attached',
  '',
  'hello from within',
  '--part--',
].join('\r\n')
