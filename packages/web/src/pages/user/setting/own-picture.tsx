import { initialOf } from '../../../account/initial-of.ts'
import { usePermission } from '../../../account/permission.ts'
import { useKeptSettings } from '../../../api/kept-settings.ts'
import { PictureField } from './shared/picture-field.tsx'
import { Section } from './shared/section.tsx'

export function OwnPicture() {
  const { account } = usePermission()
  const { avatar, displayName } = useKeptSettings(state => state.settings)
  return (
    <Section title="头像" says="显示在页面右上角，只有自己看得到。">
      <PictureField use="avatar" url={avatar ?? ''}>
        <span aria-hidden="true">{initialOf(displayName || (account?.name ?? ''))}</span>
      </PictureField>
    </Section>
  )
}
