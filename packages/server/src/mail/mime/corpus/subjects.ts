/** Subjects as they were written before UTF-8, and the ways in which programs cut them into encoded words. */
export const SUBJECTS: readonly (readonly [charset: string, subject: string])[] = [
  ['iso-2022-jp', '認証コードのお知らせ'],
  ['iso-2022-jp', 'ご注文の確認 No.482913 です'],
  ['iso-2022-jp', 'パスワード再設定のご案内'],
  ['iso-2022-jp', '【重要】アカウントの確認をお願いします'],
  ['shift_jis', '会員登録が完了しました'],
  ['shift_jis', '㈱山田商店 ①月号'],
  ['euc-jp', '明日の会議について'],
  ['gb2312', '您的验证码'],
  ['gb2312', '订单已发货，请注意查收'],
  ['gbk', '關於會員積分的說明'],
  ['gb18030', '朱镕基基金会年度通知'],
  ['hz-gb-2312', '会议通知和日程安排'],
  ['big5', '您的驗證碼與登入通知'],
  ['big5', '訂單出貨通知 482913'],
  ['euc-kr', '인증번호 안내'],
  ['euc-kr', '주문이 완료되었습니다'],
  ['ks_c_5601-1987', '펩시 이벤트 당첨 안내'],
  ['iso-2022-kr', '회의 일정 안내입니다'],
  ['utf-8', '您的验证码 🔐 482913'],
  ['utf-8', 'パスワードをお忘れですか'],
  ['koi8-r', 'Код подтверждения входа'],
  ['windows-1251', 'Восстановление пароля'],
  ['iso-8859-1', 'Réinitialisation de votre mot de passe'],
  ['iso-8859-2', 'Potvrzení objednávky číslo 482913'],
  ['windows-1253', 'Επιβεβαίωση λογαριασμού'],
  ['windows-1255', 'אימות כתובת הדואר'],
  ['windows-1256', 'تأكيد الحساب'],
  ['tis-620', 'ยืนยันบัญชีของคุณ'],
]

/** The number of characters in each word of a subject. */
export const WORD_LENGTHS: readonly number[] = [1, 4, 100]
