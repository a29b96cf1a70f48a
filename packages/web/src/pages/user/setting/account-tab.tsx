import { MailProgram, useClientSetting } from '../../../account/mail-program.tsx'
import { usePermission } from '../../../account/permission.ts'
import { ThemeChoices } from '../../../ui/theme-choices.tsx'
import { DeleteOwn } from './delete-own.tsx'
import { Looks } from './looks.tsx'
import { OwnData } from './own-data.tsx'
import { OwnLimits } from './own-limits.tsx'
import { PasswordForm } from './password-form.tsx'
import { AccountAppPasswords } from './program/account-app-passwords.tsx'
import { AppPasswords } from './program/app-passwords.tsx'
import { Sessions } from './sessions.tsx'
import { Section } from './shared/section.tsx'
import { TwoFactor } from './two-factor.tsx'

/** Everything about the own account. A mailbox has no second factor. */
export function AccountTab({ twoFactor, hasPassword }: { twoFactor: boolean; hasPassword: boolean }) {
  const { role, actedBy, account } = usePermission()
  /** An admin in somebody's name changes neither its password nor anything else about its logins. */
  const own = actedBy === null
  return (
    <>
      {own && (
        <Section title="密码" says="改了之后，别处的登录都会失效，这里不受影响。">
          <PasswordForm hasPassword={hasPassword} />
        </Section>
      )}
      {own && role !== 'mailbox' && (
        <Section title="两步验证" says="登录时除了密码，再要一个手机上的六位数。密码泄露了，别人也进不来。">
          <TwoFactor on={twoFactor} />
        </Section>
      )}
      {role === 'mailbox' && <OwnProgram />}
      {own && (
        <Section
          title="应用密码"
          says="给手机和电脑上的邮件程序用，一台设备一个，邮箱的密码就不用给它们。邮箱换了密码，它们都失效。"
        >
          {role === 'mailbox' ? account && <AppPasswords mailbox={account.id} /> : <AccountAppPasswords />}
        </Section>
      )}
      <OwnLimits />
      <Section title="登录" says="现在有效的登录。看到不认识的，结束它并改密码。">
        <Sessions />
      </Section>
      <Section
        title="谁看过我的邮箱"
        says="管理员查看别人的邮箱，只能看，每一步都记在这里，结束后会写信告诉你。"
      >
        <Looks />
      </Section>
      <Section title="我的数据" says="邮件原文、邮箱、规则和通知地址，打成一个文件。密码和密钥不在里面。">
        <OwnData />
      </Section>
      <Section title="外观">
        <ThemeChoices />
      </Section>
      {own && (
        <Section
          title={role === 'mailbox' ? '删除邮箱' : '注销账号'}
          says={
            role === 'mailbox'
              ? '邮箱和里面的邮件全部删除，不能恢复。'
              : '账号、名下的邮箱、邮件和域名全部删除，不能恢复。'
          }
        >
          <DeleteOwn hasPassword={hasPassword} />
        </Section>
      )}
    </>
  )
}

/** A mailbox's own settings for mail programs; not there where the site offers none, or before it has a password. */
function OwnProgram() {
  const { account } = usePermission()
  const { data } = useClientSetting(account?.id ?? null)
  if (!data?.imap && !data?.incoming && !data?.outgoing) return null
  return (
    <Section title="邮件程序" says="在手机或电脑的邮件程序里收发这个邮箱的信。">
      <MailProgram setting={data} />
    </Section>
  )
}
