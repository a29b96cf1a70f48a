import { usePermission } from '../../../account/permission.ts'
import { useSettingsStore } from '../../../store/settings.ts'
import { initialOf } from '../account-menu.tsx'
import { PictureField } from './picture-field.tsx'
import { Section } from './section.tsx'

export function OwnPicture() {
  const { account } = usePermission()
  const { avatar, displayName } = useSettingsStore(state => state.settings)
  return (
    <Section title="头像" says="显示在页面右上角，只有自己看得到。">
      <PictureField use="avatar" url={avatar ?? ''}>
        <span aria-hidden="true">{initialOf(displayName || (account?.name ?? ''))}</span>
      </PictureField>
    </Section>
  )
}
