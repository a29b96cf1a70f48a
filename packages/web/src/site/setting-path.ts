import { userPath, withQuery } from './paths.ts'

/** A tab of the settings; of those of the site, a group or one setting. Apart from the paths that /home loads. */
export function settingPath(query: Partial<Record<'tab' | 'group' | 'field', string>>): string {
  return withQuery(userPath('setting'), query)
}
