/** The words that the operator reads in the terminal after a start, in Chinese and English. */
export const welcomeWords = {
  name: '雁书 Yanshu',
  open: '打开 Open        ',
  admin: '管理员 Admin     ',
  password: '密码 Password    ',
  passwordAsSet: 'as set by YANSHU_ADMIN_PASSWORD',
  shownOnce: '(只显示这一次 shown only once)',
  forgotten: '忘了密码 Reset   ',
  receiving: '收信 SMTP        ',
  firstMail: '试一封 First mail ',
  makeNameFirst: '(make "name" on the home page first)',
  mailPrograms: '邮件程序 Apps    ',
  data: '数据 Data        ',
} as const
