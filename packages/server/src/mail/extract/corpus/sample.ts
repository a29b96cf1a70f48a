/** One mail of the corpus and the finds expected in it. */
export type Sample = {
  name: string
  subject: string
  text: string | null
  html: string | null
  from: { name: string; address: string } | null
  expect: { code: string | null; link: string | null }
}

type Body = string | { text: string; html: string }

/** A body that begins with "<" is HTML. */
export function mail(
  name: string,
  subject: string,
  code: string | null,
  link: string | null,
  body: Body,
  from = 'Sender <no-reply@mail.example>',
): Sample {
  const at = from.lastIndexOf(' <')
  const isHtml = typeof body === 'string' && body.startsWith('<')
  return {
    name,
    subject,
    text: typeof body === 'string' ? (isHtml ? null : body) : body.text,
    html: typeof body === 'string' ? (isHtml ? body : null) : body.html,
    from: { name: from.slice(0, at), address: from.slice(at + 2, -1) },
    expect: { code, link },
  }
}
