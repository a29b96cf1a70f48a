/** Words for problems in reading a mail that matter to a reader. Other problems have no words. */
const words: Readonly<Record<string, string>> = {
  'code-in-picture': '验证码可能在图片里，这里取不出来，请看正文的图片',
  unreadable: '这封信没能解析，可以查看原文或下载',
  'too-complex': '这封信的排版太复杂，只显示了一部分，完整内容请看原文',
  'too-deep': '这封信一层套一层，太深的部分没有展开，完整内容请看原文',
  'too-many-parts': '这封信分成的部分太多，只读了前面的，完整内容请看原文',
  'headers-truncated': '信头太长，只读了前面的部分',
  'body-truncated': '正文太长，只显示了前面的部分，完整内容请看原文',
  'unclosed-multipart': '这封信的结尾不完整，可能没有收全',
  'duplicate-header': '主题、发件人等信头有重复的，这里显示的是第一份，签名不能为它作证',
  'several-from': '这封信写了不止一个发件人，这里只显示第一个',
}

/** The reader needs it to find the code, also where little else is said. */
export const isAboutCode = (warning: string): boolean => warning === 'code-in-picture'

export const warningWords = (warnings: readonly string[]): string[] =>
  warnings.flatMap(warning => (Object.hasOwn(words, warning) ? (words[warning] ?? []) : []))
