/**
 * Words that speak for a code: names of codes (`code` for sure ones, `maybe` for those that need other
 * signs), and words that stand around codes.
 */

export const CODE_NAMES = `
verification code|verify code|verifying code|security code|login code|log-in code|log in code|sign-in code|sign in code|signin code|authentication code|authenticator code|one-time code|one time code|onetime code|single-use code|one-time password|one time password|one-time passcode|one time passcode|one-time pin|one time pin|one-time security code|otp|otp code|temporary pin|temporary passcode|temporary code|one-off code|single-use passcode|2fa code|mfa code|two-factor code|two-step code|two-factor authentication code|two-step verification code|2-step verification code|reset code|password reset code|recovery code|validation code|email code|device code|magic code|registration code|sign-up code|signup code|verification pin|verification number|security pin|login pin|secure code|steam guard code|confirmation pin|login passcode|temporary login code|temporary sign-in code|verification passcode|two-factor passcode|two-step passcode|2fa passcode|mfa passcode|security passcode|authentication passcode|sign-in passcode|sign-in pin|login token|verification token|security token|email verification code|identity code|account code|proof code|authentication number|certification number|verification no|authentication key|verificationcode
验证码|验证代码|验证号码|驗證號碼|认证号码|核验短码|核验数字|认证随机数|驗證密碼|验证编码|验证数字|动态码|动态密码|动态口令|动态验证码|短信密码|一次性密码|一次性密碼|一次性口令|一次性代码|一次性验证码|一次性驗證碼|安全码|安全代码|登录码|登陆码|登录口令|登录验证码|防护码|防護碼|安全防护码|安全防護碼|登入防護碼|认证码|认证代码|身份码|身份验证码|身份验证代码|验证密码|验证口令|随机码|随机密码|驗證碼|驗證代碼|驗證編碼|驗證數字|验证串|校验串|验证字符|验证字符串|驗證字串|驗證字元|認證碼|認證代碼|動態碼|動態密碼|安全碼|安全代碼|登入碼|登入驗證碼|身分驗證碼|一次性代碼|單次密碼|一次性登入碼|重置码|重設碼|验证 码|邮箱验证码|邮件验证码|邮箱校验码|短信校验码|OTP验证码|交易验证码|支付验证码|验 证 码|驗 證 碼|otp密碼|otp 密碼|otp密码|otp 密码|动 态 码
認証コード|認証番号|確認キー|メール確認キー|登録キー|ログインキー|認証文字列|認証キー|認証用コード|認証用番号|確認コード|確認用コード|検証コード|ワンタイムパスワード|ワンタイムコード|ワンタイムパスコード|ワンタイムキー|セキュリティコード|セキュリティーコード|ログインコード|ログイン用コード|サインインコード|本人確認コード|二段階認証コード|2段階認証コード|メール認証コード|認証パスワード|本人認証コード|確認用パスコード|ワンタイム認証コード
인증번호|인증코드|인증 코드|인증 번호|인증키|인증문자|확인코드|확인 코드|보안코드|보안 코드|보안번호|보안 번호|일회용 비밀번호|일회용 코드|일회용 인증번호|일회용비밀번호|로그인 코드|로그인코드|로그인 인증번호|본인확인 번호|일회용 승인번호|로그인 승인번호|본인인증번호|인증 숫자|확인 번호|1회용 비밀번호
*bestatigungscode|*verifizierungscode|*freigabeschlussel|*anmeldeschlussel|*sicherheitsschlussel|*verifikationscode|*sicherheitscode|*anmeldecode|*anmelde-code|*einmalcode|*einmal-code|*einmalpasswort|*einmal-passwort|*einmalkennwort|*einmal-pin|*authentifizierungscode|*login-code|*logincode|*prufcode|*freigabecode|*registrierungscode|*bestatigungs-code|*sicherheits-code|*zahlencode|*verifizierungs-code|mtan|*tan-code|ihre tan|die tan|e-mail-tan|mail-tan|app-tan|photo-tan|eine tan|*pushtan|*smstan|*sms-tan|*chiptan|tan-nummer|*bestatigungsnummer zur anmeldung|*bestatigungs-pin|*bestatigungsschlussel|*identifizierungscode
code de verification|code de securite|code d'authentification|code de connexion|code a usage unique|code de validation|code unique|mot de passe a usage unique|mot de passe unique|code d'identification|code de double authentification|code otp|code de vérification|code temporaire|code a 6 chiffres|code a 4 chiffres|code a 8 chiffres|code a six chiffres|code de reinitialisation|mot de passe ephemere|code ephemere|cle a usage unique|cle de verification|cle de confirmation|cle de securite|code de recuperation
codigo de verificacion|codigo de seguridad|codigo de inicio de sesion|codigo de un solo uso|codigo de autenticacion|codigo de validacion|clave dinamica|clave de un solo uso|contrasena de un solo uso|contrasena temporal de un solo uso|codigo unico|codigo otp|clave otp|token de seguridad|codigo temporal|codigo de identificacion|clave temporal de acceso|clave de firma|clave de confirmacion|clave de verificacion|codigo de recuperacion|codigo de firma|codigo nip|nip de verificacion|pin temporal|nip temporal|pin de confirmacion|pin de verificacion|pin de seguridad|pin de acceso temporal|nip de confirmacion
codigo de verificacao|codigo de seguranca|codigo de uso unico|codigo de autenticacao|codigo de validacao|senha de uso unico|senha unica|codigo de login|codigo temporario
codice di verifica|codice di sicurezza|codice di autenticazione|codice monouso|codice usa e getta|password monouso|codice otp|codice temporaneo|codice di convalida|codice di login|codice univoco|password usa e getta
пароль для подтверждения|пароль подтверждения|проверочное слово|контрольное слово|код подтверждения|код для подтверждения|код проверки|проверочный код|код безопасности|код для входа|код входа|одноразовый код|одноразовый пароль|одноразового пароля|код верификации|код аутентификации|защитный код|код активации аккаунта|пин-код для входа|код активации учетной записи|код восстановления|код двухфакторной аутентификации|код подтверждение|секретный код|код регистрации
verificatiecode|beveiligingscode|inlogcode|bevestigingscode|eenmalige code|aanmeldcode|eenmalig wachtwoord|controlecode
kod weryfikacyjny|kod bezpieczenstwa|kod logowania|kod jednorazowy|jednorazowy kod|kod uwierzytelniajacy|haslo jednorazowe|jednorazowe haslo|kod sms|kod autoryzacyjny
dogrulama kodu|dogrulama kodunuz|dogrulama kodun|guvenlik kodu|guvenlik kodunuz|onay kodu|onay kodunuz|tek kullanimlik sifre|tek kullanimlik kod|giris kodu|giris kodun|giris kodunuz|onay kodun|guvenlik kodun|tek kullanimlik sifreniz|tek kullanimlik kodunuz
ma xac nhan|ma xac minh|ma xac thuc|ma bao mat|ma dang nhap|mat khau dung mot lan|ma otp
kode verifikasi|kode keamanan|kode konfirmasi|kode masuk|kode login|kata sandi sekali pakai|kode sekali pakai|kode otp|kode autentikasi|kod pengesahan|kod keselamatan|kode verifikasimu
رمز التحقق|رمز التأكيد|كود التحقق|رمز الأمان|رمز التفعيل|رمز الدخول|كلمة مرور لمرة واحدة|رمز المرور لمرة واحدة|رمز لمرة واحدة|كود التفعيل|رمز تسجيل الدخول|رمز تحقق
รหัสยืนยัน|รหัส otp|รหัสผ่านครั้งเดียว|verifieringskod|sakerhetskod|engangskod|inloggningskod|bekraftelseskod|engangskode|bekreftelseskode|bekræftelseskode|sikkerhetskode|sikkerhedskode|verificeringskode|vahvistuskoodi|kertakayttokoodi|overovaci kod|bezpecnostni kod|jednorazovy kod|ellenorzo kod|megerosito kod|biztonsagi kod|cod de verificare|cod de confirmare|cod de securitate|κωδικος επαληθευσης|κωδικος επιβεβαιωσης|код підтвердження|код перевірки|одноразовий код|одноразовий пароль|קוד אימות|कोड सत्यापन|सत्यापन कोड
`

export const MAYBE_NAMES = `
code|passcode|pass code|pin|pin code|pincode|confirmation code|access code|authorization code|authorisation code|activation code|unlock code|transaction code|confirmation number|6-digit number|six-digit number|secret code|temporary code|token|digits|verification key|access key|entry code|tan|approval key|authorization number|authorisation number|release key|release code|security key|login key|sequence|string of digits|four digits|six digits|six numbers|characters|pairing code
校验码|校驗碼|短码|短碼|随机数|隨機數|校验代码|代码|代碼|口令|授权码|授權碼|激活码|激活碼|启用码|啟用碼|确认码|確認碼|注册码|註冊碼|识别码|識別碼|确认代码|確認代碼|通行码|通行碼|密令|数字码|6位数字|六位数字|4位数字|四位数字|8位数字|6位數字|六位數字|临时码|临时密码|核验码|核驗碼|操作码|操作碼|配对码|配對碼|位数|位數|位数字|位數字|数字串|字串|串码|这串|這串|这组|這組
コード|番号|パスコード|ケタ|連携キー|キー|暗証番号|暗証コード|ペアリングコード|確認番号|数字|アクセスコード|ピンコード|キーコード
코드|번호|확인번호|글자|숫자|접근 코드|액세스 코드
*zugangscode|*aktivierungscode|*zahlenfolge|*ziffernfolge|*zahlenkombination|*ziffernkombination|*zeichenfolge|*code|*zugriffscode|ziffern
code de confirmation|code d'acces|code secret|la cle|sesame|mot magique|cle suivante|cette cle|suite de chiffres|numero suivant|code d'activation|code pin|numero de confirmation|chiffres
codigo|codigo de confirmacion|nip|secuencia|numero siguiente|siguiente numero|token de acesso|codigo de entrada|codigo de acceso|codigo de activacion|clave|digitos|codigo de confirmacao|codigo de acesso|codigo de ativacao
codice|codice di conferma|codice di accesso|sequenza|codice di attivazione|cifre
код|кода|кодом|пин-код|код активации|цифры|код авторизации|код доступа|комбинаци*|последовательност*|эти цифры|число|номер подтверждения
kod|kodu|kodunuz|kodun|ma cua ban|ma la|ma gom|kode|kodu aktywacyjny|kod aktywacyjny|kod potwierdzajacy|activatiecode|cijfers|toegangscode|cijferreeks|kod dostepu|cyfry|رمز|كود|الرمز|الكود|รหัส|koden|koodi|κωδικος|cod|קוד|कोड
`

/** Words for several codes or for codes in general; they never label a number. */
export const CODE_TALK = `
codes|passcodes|passwords|otps|pins|verification codes|security codes|backup codes|backup code|recovery codes|one-time passwords|qr code|qr-code|qr codes|source code|dress code|code of conduct|code review|code base|zip code|country code|area code|code editor|vs code|visual studio code|no code|low code|code block|code sample|code snippet|bar code|barcode
备用码|备份码|备用代码|備用代碼|救援代码|应急代码|备用验证码|恢复码|恢复代码|備用碼|備援碼|二维码|二維碼|条形码|条码|條碼|源代码|代码库|代码审查|代码评审|代码行|代码仓库|低代码|编码|源碼|程序代码
バックアップコード|リカバリーコード|ソースコード|qrコード|バーコード|백업 코드|복구 코드|qr코드|qr 코드|소스 코드|바코드
codici|codigos|коды|кодов|backup-codes|wiederherstellungscodes|codes de secours|codigos de respaldo|codigos de recuperacion|codici di backup|qr-codes|*quellcode|резервные коды|qr-код|исходный код|codigo fuente|codigo-fonte|codice sorgente|code source|codigo qr|codice qr|kody zapasowe
`

export const CODE_CONTEXT = {
  /** The purposes of codes. */
  auth: `
verif*|confirm*|authent*|authoriz*|authoris*|log in|login|log-in|logging in|logon|log on|logged in|sign in|sign-in|signin|signing in|sign-ins|sign up|sign-up|signup|signing up|security check|two-factor|two-step|2fa|mfa|2-step|one-time|identity|password|secure|register|registration|activate your account|access your account|account access|new device|device|complete your purchase|payment|transfer|withdraw*|transaction|passkey|link your|bind|really you|it's you|it is you|activate your|prove you|single use|self-service
登录|登入|登陆|登錄|注册|註冊|验证|驗證|认证|認證|身份|身分|绑定|綁定|解绑|重置密码|找回密码|修改密码|重設密碼|忘记密码|密碼重設|忘記密碼|邮箱|信箱|电子邮件|電子郵件|激活您的|激活你的|密码重置|激活账|确认|確認|支付|付款|转账|轉帳|提现|提現|授权|安全中心|安全验证|账号安全|帐号安全|账户安全|帳號安全|帳戶安全|注销|换绑|新设备|新裝置|敏感操作|!不是您本人|!不是你本人|是您本人|是你本人
ログイン|サインイン|認証|本人確認|会員登録|新規登録|アカウント登録|再設定|パスワード|お支払い|決済|ご登録|承認する|承認して|お買い物|3dセキュア|振込|送金|端末
로그인|인증|가입|본인확인|본인 확인|비밀번호 재설정|재설정|비밀번호|결제|승인|이체|송금|등록|기기
bestatig*|verifizier*|anmeld*|einlogg*|authentifizier*|sicherheit*|registrier*|passwort|kennwort|zwei-faktor*|uberweisung|freigabe|freigeb*|zahlung|konto|zugang|identitat
verifi*|connexion|connecter|connectez*|inscri*|authentifi*|identite|mot de passe|valider|validation|securis*|securite|paiement|virement|compte
inicio de sesion|iniciar sesion|inicia sesion|acceder|acceso|contrasena|seguridad|registro|registr*|autentic*|autoriz*|identidad|pago|transferencia|cuenta|iniciar sessao|acessar|acesso|senha|seguranca|cadastro|identidade|pagamento|conta|entrar
accedere|accedi|accesso|sicurezza|autentica*|registrazione|identita|bonifico|account|conferma*
вход*|войти|войдите|входа|подтвер*|авториз*|аутентиф*|регистрац*|зарегистр*|пароль|пароля|безопасност*|личност*|оплат*|перевод*|аккаунт*|учетн*
inlog*|aanmeld*|bevestig*|wachtwoord|beveilig*|logowan*|zalogowa*|autoryz*|platnosc*|potwierd*|rejestrac*|haslo|hasla|weryfik*|giris*|dogrula*|onayla*|sifre*|kayit*|hesab*|dang nhap|xac nhan|xac minh|xac thuc|dang ky|mat khau|tai khoan|masuk|verifikasi|konfirmasi|daftar|akun|kata sandi|تسجيل الدخول|التحقق|تأكيد|حسابك|كلمة المرور|logga in|bekrafta|logg inn|log ind|kirjaudu|prihlas*|overen*|bejelentkez*|autentific*|conectare
`,
  /** Asks the reader to type something in. */
  type: `
enter|type|typing|use|using|input|key in|fill in|copy|paste|provide|submit|reply with|key it|punch in|write it|put in
输入|填写|填入|粘贴|黏贴|填|改用|抄入|输进|使用|键入|录入|回填|输入以下|輸入|填寫|鍵入
入力|ご入力|入れて|입력|사용
eingeben|gib|geben|eingabe|tipp|tippst|ubertragen|tippen|tragen|eintragen|abtippen|gebt|verwenden|verwende|tippe|nutze|nutzen|eintippen|trage
saisissez|saisir|entrez|entrer|utilisez|utiliser|tapez|utilise|saisis|renseignez|copiez|reportez|recopiez|recopie|reporter|recopier|indiquez|composez|reporte
introduce|introduzca|introducir|ingresa|ingrese|ingresar|usa|utiliza|utilice|escribe|digita|escribelo|escribela|teclea|teclee|marca|copialo|digite|insira|utilize|informe|coloque|copia
inserisci|inserire|inserisca|utilizza|usare|immetti
введите|введи|ввести|используйте|укажите|наберите|используй|впишите|вбейте|введіть|перепишите|скопируйте
voer|gebruik|vul|wpisz|przepisz|wprowadz|uzyj|podaj|girin|giriniz|kullanin|kullan|nhap|su dung|masukkan|gunakan|أدخل|استخدم|ادخل|ange|anvand|indtast|brug|zadejte|pouzijte|add meg|introduceti|skriv|syota
`,
  /** Points at the subject of the mail itself. */
  subject: `
in the subject|subject line|subject of this|邮件标题|邮件主题|郵件標題|郵件主旨|主旨|标题中|標題中|件名|메일 제목|제목의|제목에|im betreff|betreffzeile|betreff dieser|objet de ce|dans l'objet|objet du|en el asunto|asunto de este|no assunto|nell'oggetto|oggetto di|в теме|теме письма|onderwerp|w temacie|konu satir*
`,
  /** Counts minutes: bought or booked things are valid for longer. */
  minutes: `
minutes|minute|mins|min|分钟|分鐘|分間|分以内|分後|분 후|분간|분 동안|분 내|분 이내|minuten|minuti|minutos|минут*|minut|dakika|phut|menit|دقيق*|دقائق|minuter|minutter
`,
  /** The number is to be compared with another one. */
  match: `
matches|match the|same as|same number|compare|一致|核对|核對|比对|相同|同じ|一致する|일치|ubereinstimm*|stimmt|correspond*|coincid*|combacia*|совпада*|сверьте
`,
  /** Says that the code does not live long. */
  brief: `
expires in|expire in|expires after|expire after|will expire|valid for|valid until|good for|active for|only works once|can only be used once|used once|within the next|time-sensitive|good until|good through|valid till|lapses|runs out|works for|works until|lasts for|stays valid|works once|single use|one use
有效期|内有效|內有效|失效|过期|過期|时效
有効期限|有効です|以内|無効になり|無効となり|유효|만료
gultig|lauft ab|ablauf*|valable|expire|expirera|valide pendant|qu'une fois|une seule fois|valido|valida|vence|caduca|expira|scade|действителен|действует|истека*|geldig|verloopt|wazny|waznosci|gecerli*|hieu luc|berlaku|kedaluwarsa|صالح|giltig|gyldig|platny
`,
  /** Tells the reader to keep the code secret, or to ignore the mail if the reader did not ask for it. */
  guard: `
do not share|don't share|never share|not share|do not give|don't give|do not forward|don't forward|never ask|keep it private|keep this code|did not request|didn't request|didn't ask|did not ask|didn't make this|did not make this|if this wasn't you|if you didn't|if you did not|wasn't you|ignore this|disregard|safely ignore|did not initiate|didn't try|not attempt*
切勿|请勿|勿泄露|不要告诉|不要透露|不要转发|勿将|勿告知|泄露给|非本人|不是您本人|不是你本人|忽略|请忽略|并非您|並非您|請勿|勿洩|若非|如非
心当たりがない|心当たりのない|お心当たり|教えないで|共有しない|第三者|破棄|무시|공유하지|알려주지|본인이 아닌|요청하지 않|유출
nicht weiter|niemals weiter|ignorieren|nicht angefordert|nicht angeforde*|ne partagez|ne communiquez|ne le partagez|ignorez|ignorer|pas a l'origine|no compartas|no comparta|no lo compartas|ignora|ignore|no solicitaste|no has solicitado|no reconoces|nao compartilhe|nao solicitou|nao reconhece|desconsidere|non condivider*|non hai richiesto|non condividere|никому не|не сообщайте|не передавайте|проигнорируйте|не запрашивали|deel deze|negeer|niet aangevraagd|nie udostepniaj|zignoruj|paylasmayin|dikkate almayin|khong chia se|bo qua|jangan bagikan|jangan berikan|abaikan|لا تشارك|تجاهل
`,
  /** Mentions codes in general, or promises something about them. */
  warn: `
never ask|will not ask|won't ask|ask you for|asks for|asking for|asked for|never share|do not share|don't share|never give|do not give|do not forward
不会索取|不会向您|不会要求|不會要求|不會向您|索要|切勿|请勿|請勿|不要告诉|勿泄露|勿将|谨防|警惕
お尋ねすることは|聞くことは|お聞きする|求めることは|教えないで|묻지|요구하지|요청하지 않습니다|알려주지
niemals nach|nie nach|fragen sie nie|weitergeben|ne vous demandera|ne demanderons|jamais|nunca|no te pediremos|nao pediremos|mai|non chiederemo|никогда не|не сообщайте|nooit|nigdy|asla|khong bao gio|tidak akan|لن نطلب|لا تشارك
`,
  /** The code is an old one. */
  stale: `
has expired|have expired|is expired|expired|no longer valid|no longer works|previous code|old code|earlier code|last code|superseded|cancelled|canceled|revoked|void|was used|has been used|already used|replaces|can't be used any|cannot be used any|no longer be used|will not work|won't work|any more|is void|are void|does not work any
已失效|已过期|已過期|已作废|旧验证码|不再有效|无法再用|不能再用|已经失效|作废|旧码|之前的验证码|上一个验证码|上次的验证码|先前的驗證碼|舊驗證碼|旧的|原验证码|已使用
無効になりました|期限が切れ|期限切れ|以前の|前回の|無効です|使えません|使用できません|만료된|만료되었|이전 코드|이전 인증|이전에 보내|더 이상 사용|사용할 수 없
abgelaufen|nicht mehr gultig|ungultig|geht nicht mehr|gilt nicht mehr|alte code|alten code|frühere|a expire|n'est plus valable|n'est plus valide|ancien code|precedent code|ne fonctionne plus|n'est plus utilisable|code precedent|ha caducado|ha expirado|ya no es valido|codigo anterior|ya no sirve|ya no funciona|expirou|nao e mais valido|scaduto|non e piu valido|codice precedente|истек|недействителен|больше не действ*|предыдущий код|больше не работает|уже не действ*|старый код|verlopen|wygasl|suresi doldu|het han|kedaluwarsa
`,
  /** The number only illustrates. */
  sample: `
!示例科技|!示例银行|!示例公司|!示例网|!示例平台|!示例商城|!示例团队|!示例通信|!【示例|for example|e.g.|for instance|such as|looks like|look like|something like|sample|example|scam*|phish*|fraud*|texts saying|messages like
例如|比如|譬如|示例|样例|类似|范例|例如:|诈骗|骗子|骗局|钓鱼短信|詐騙|例えば|たとえば|不審なメール|などと書かれ|装った|詐欺|예를 들어|예시|사기|피싱
zum beispiel|z.b.|beispiel|par exemple|exemple|por ejemplo|ejemplo|por exemplo|exemplo|ad esempio|esempio|например|bijvoorbeeld|na przyklad|ornegin|vi du|misalnya|contoh|fraude|truffa|betrug*|мошенник*
`,
}
