/** Joins the soft-wrapped lines of format=flowed text (RFC 3676), so that words, codes and links are whole again. */
export function unflow(text: string, deleteSpace: boolean): string {
  const out: string[] = []
  let paragraph: string[] = []
  let depth = 0
  const flush = () => {
    if (paragraph.length > 0) out.push((depth > 0 ? `${'>'.repeat(depth)} ` : '') + paragraph.join(''))
    paragraph = []
  }
  for (const line of text.split('\n')) {
    const quotes = quoteDepth(line)
    let content = line.slice(quotes)
    // Space-stuffing (section 4.4).
    if (content.startsWith(' ')) content = content.slice(1)
    if (quotes !== depth) flush()
    depth = quotes
    // "-- " is the signature separator and never flows (section 4.3).
    const flows = content.endsWith(' ') && content !== '-- '
    if (content === '-- ') flush()
    paragraph.push(flows && deleteSpace ? content.slice(0, -1) : content)
    if (!flows) flush()
  }
  flush()
  return out.join('\n')
}

function quoteDepth(line: string): number {
  let depth = 0
  while (line.charAt(depth) === '>') depth++
  return depth
}
