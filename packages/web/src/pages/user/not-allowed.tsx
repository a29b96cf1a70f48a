/** In the place of a page that the caller may not open: says so, and leads to one that it may. */
import type { Page } from '@yanshu/contract'
import { pageNames } from '@yanshu/contract/permission-names'
import { useNavigation } from 'react-router'
import { PageSheet } from '../../account/page-sheet.tsx'
import { userPath } from '../../site/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Bones, NoPermission } from '../../ui/states.tsx'

export function NotAllowed({ page, first }: { page: Page; first: Page }) {
  // After a change of the login, the navigation to another page is already running.
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
