/** In the place of a page that the caller may not open: says so, and leads to one that it may. */
import { type Page, pageNames } from '@yanshu/contract'
import { useNavigation } from 'react-router'
import { userPath } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageSheet } from '../../ui/page-sheet.tsx'
import { Bones, NoPermission } from '../../ui/states.tsx'

export function NotAllowed({ page, first }: { page: Page; first: Page }) {
  // Who has just become somebody else is already on the way to another page.
  const moving = useNavigation().state !== 'idle'
  return (
    <PageSheet title={pageNames[page]}>
      {moving ? (
        <Bones />
      ) : (
        <NoPermission>
          <ButtonLink to={userPath(first)}>去{pageNames[first]}</ButtonLink>
        </NoPermission>
      )}
    </PageSheet>
  )
}
