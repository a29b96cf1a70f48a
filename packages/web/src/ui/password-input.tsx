import { Input } from 'antd'
import { Eye, EyeOff } from 'lucide-react'
import type { ComponentProps } from 'react'

/** A password field with the eye of our icon set. */
export function PasswordInput(props: ComponentProps<typeof Input.Password>) {
  return (
    <Input.Password
      {...props}
      maxLength={256}
      iconRender={shown => (shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />)}
    />
  )
}
