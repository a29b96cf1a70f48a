/** Reads CHANGELOG.md (Keep a Changelog form) for the version page. */
export type Release = {
  version: string
  date: string | null
  sections: { title: string; items: string[] }[]
}

export function parseChangelog(text: string): Release[] {
  const releases: Release[] = []
  for (const line of text.split(/\r?\n/)) {
    const release = releases.at(-1)
    const section = release?.sections.at(-1)
    const heading = /^## \[?([^\]\s]+)\]?(?:\s+-\s+(\d{4}-\d{2}-\d{2}))?/.exec(line)
    if (heading?.[1]) releases.push({ version: heading[1], date: heading[2] ?? null, sections: [] })
    else if (release && line.startsWith('### '))
      release.sections.push({ title: line.slice(4).trim(), items: [] })
    else if (section && line.startsWith('- ')) section.items.push(line.slice(2).trim())
    else if (section && /^ {2}\S/.test(line)) {
      const last = section.items.pop()
      section.items.push(`${last ?? ''} ${line.trim()}`.trim())
    }
  }
  return releases
}
