import styles from './about.module.css'

/** Only what the program itself does; what the operator promises stands in the terms. */
const facts = [
  ['信存在哪里', '存在这个网站自己的服务器上。临时地址到时失效，信随后删除；你也可以随时删。'],
  ['谁能看', '只有打开这个邮箱的人。管理员要看别人的信，每一步都会记下来，你在“设置”里看得到。'],
  [
    '寄信的人知道什么',
    '信里的外部图片默认不取；你点了“显示图片”，由服务器代取，对方看不到你在哪里、用什么设备。',
  ],
  ['密码', '只存算过的摘要，谁也看不到原文，忘了只能重设。'],
  ['这台设备上存了什么', '登录凭证、手上的地址和几项设置，只在这个浏览器里。退出登录、移走地址就删掉。'],
  ['没有的', '没有统计脚本、广告和第三方的字体图片。为防滥用，会记下新建地址、登录和发信的网络地址。'],
] as const

export function Privacy() {
  return (
    <dl className={styles.about}>
      {facts.map(([name, says]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  )
}
