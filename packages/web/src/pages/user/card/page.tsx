/** /user/card: card codes, one's own or all of the site's for an admin. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../../account/permission.ts'
import { Button } from '../../../ui/button.tsx'
import { PageSheet } from '../../../ui/page-sheet.tsx'
import { Cards } from './cards.tsx'
import { type Made, MakeDrawer } from './make-drawer.tsx'

export function Component() {
  const [params, setParams] = useSearchParams()
  const [made, setMade] = useState<Made | null>(null)
  const mayMake = useCan('createCard')
  const making = (open: boolean) =>
    setParams(known => {
      const next = new URLSearchParams(known)
      if (open) next.set('make', '1')
      else next.delete('make')
      return next
    })
  return (
    <PageSheet
      title="卡密"
      actions={
        mayMake && (
          <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => making(true)}>
            制作卡密
          </Button>
        )
      }
    >
      <Cards onMake={mayMake ? () => making(true) : null} />
      <MakeDrawer
        open={mayMake && params.has('make')}
        made={made}
        onMade={setMade}
        onClose={() => making(false)}
      />
    </PageSheet>
  )
}
