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
einmalwort|einmalschlussel|kennziffer zur anmeldung|sicherheitsnummer|freigabenummer|freigabe-code|bestatigungsnummer|bestatigungszahl|prufziffern|anmeldezahl|zugangs-pin|transaktionsnummer|login-pin|sicherheits-pin|mobil-tan
overovaci kod*|overovaciho kodu|overovacim kodem|overovaci cislo|potvrzovaci kod*|potvrzovaciho kodu|bezpecnostni kod*|bezpecnostniho kodu|jednorazovy kod*|jednorazoveho kodu|jednorazove heslo|jednorazoveho hesla|jednorazovym heslem|jednorazovy pin|prihlasovaci kod*|prihlasovaciho kodu|autorizacni kod*|autorizacniho kodu|autentizacni kod*|aktivacni kod uctu|kod pro prihlaseni|kod k prihlaseni|kod pro overeni|kod pro potvrzeni|sms kod|potvrzovaci sms kod|jednorazovy klic|dvoufaktorovy kod|obnovovaci kod|kontrolni kod pro prihlaseni
kod weryfikacyjn*|kodu weryfikacyjn*|kodem weryfikacyjn*|kod jednorazow*|kodu jednorazow*|kodem jednorazow*|jednorazow* kod|jednorazowy kod*|jednorazowego kodu|jednorazowe haslo|hasla jednorazowego|haslem jednorazowym|kod autoryzacyjn*|kodu autoryzacyjn*|kod autoryzacji|kod uwierzytelniaj*|kod bezpieczenstwa|kodu bezpieczenstwa|kod logowania|kod do logowania|kod potwierdzenia|kod potwierdzajacy|kod do potwierdzenia|kod resetujacy|kod resetu|jednorazowy pin|kod pin do logowania|haslo sms|smskod|kod z wiadomosci|numer weryfikacyjny|kod zabezpieczajacy|kod do zatwierdzenia|kod parowania
ellenorzo kod*|ellenorzokod*|megerosito kod*|megerositokod*|biztonsagi kod*|egyszeri kod*|egyszer hasznalatos kod*|egyszeri jelszo*|egyszer hasznalatos jelszo*|belepesi kod*|belepokod*|belepo kod*|bejelentkezesi kod*|hitelesito kod*|hitelesitokod*|hitelesitesi kod*|azonosito kod a belep*|jovahagyo kod*|jovahagyasi kod*|aktivalo kod*|ketlepcsos kod*|visszaigazolo kod*|igazolo kod*|igazolo szam*|belepesi szam*|egyszeri azonosito*|egyszeri pin*|regisztracios kod*
vahvistuskood*|varmistuskood*|turvakood*|kertakayttokood*|kertakaytto-kood*|kertakayttoinen koodi|kertakayttoisen koodin|kirjautumiskood*|tunnistuskood*|todennuskood*|varmennuskood*|kertakayttosalasan*|kertasalasan*|kertakayttotunnu*|kertatunnu*|vahvistustunnu*|varmennustunnu*|vahvistusnumer*|turvaluku*|vahvistusluku*|rekisteroitymiskood*|aktivointikood*|tunnusluku sisaankirjautumi*|nollauskood*|palautuskood*|hyvaksymiskood*|pin-kertakood*
cod* de verificare|codul de verificare|codului de verificare|codul de confirmare|codul de securitate|cod de autentificare|codul de autentificare|cod de acces unic|cod unic|codul unic|parola unica|parola de unica folosinta|parola unica de acces|cod de unica folosinta|codul de unica folosinta|cod de conectare|codul de conectare|cod de autorizare|codul de autorizare|cod otp|codul otp|cod de validare|codul de validare|cod de logare|codul de logare|cod temporar|codul temporar|cod de resetare|codul de resetare|cod pin unic|cod de inregistrare|codul de inregistrare|cod de siguranta|codul de siguranta|cheie unica
код за потвърждение|кода за потвърждение|кодът за потвърждение|код за проверка|кодът за проверка|код за вход|кодът за вход|кода за вход|код за достъп|код за сигурност|кодът за сигурност|еднократен код|еднократният код|еднократния код|еднократна парола|еднократната парола|код за удостоверяване|код за автентикация|код за верификация|верификационен код|код за активация на профил|таен код|тайният код|потвърдителен код|код за регистрация|код за възстановяване|числото на проверката|еднократен пин|защитен код
код подтверждения|кода подтверждения|кодом подтверждения|код для подтверждения|кода проверки|кодом проверки|кода входа|кода для входа|код на вход|одноразового кода|одноразовым кодом|одноразовым паролем|проверочный пароль|разовый код|разового кода|разовый пароль|разового пароля|пароль на один раз|кода безопасности|секретного кода|код авторизации|код идентификации|код сброса|код восстановления доступа|код доступа к аккаунту|смс-код|sms-код|пин-код входа|проверочного кода|код верификации|одноразовый ключ|одноразовый пин|код для авторизации|код для регистрации|код 2fa|код двухэтапной|отп-код|otp-код|код активации профиля
код підтвердження|коду підтвердження|кодом підтвердження|код для підтвердження|код перевірки|коду перевірки|одноразовий код|одноразового коду|одноразовим кодом|одноразовий пароль|одноразового пароля|код безпеки|коду безпеки|код входу|код для входу|код доступу|перевірочний код|код авторизації|код автентифікації|код верифікації|секретний код|код реєстрації|код відновлення|код ідентифікації|разовий код|одноразовий пін|захисний код|sms-код|смс-код
κωδικος επαληθευσης|κωδικο επαληθευσης|κωδικου επαληθευσης|κωδικος επιβεβαιωσης|κωδικο επιβεβαιωσης|κωδικος μιας χρησης|κωδικο μιας χρησης|κωδικος ασφαλειας|κωδικο ασφαλειας|κωδικος εισοδου|κωδικο εισοδου|κωδικος συνδεσης|κωδικο συνδεσης|κωδικος ταυτοποιησης|κωδικο ταυτοποιησης|κωδικος εγκρισης|κωδικο εγκρισης|κωδικος πιστοποιησης|κωδικο πιστοποιησης|κωδικος otp|κωδικο otp|κλειδαριθμος|κλειδαριθμο|συνθηματικο μιας χρησης|pin μιας χρησης|προσωρινος κωδικος|προσωρινο κωδικο|κωδικος εξουσιοδοτησης|κωδικο εξουσιοδοτησης|αριθμος επαληθευσης|αριθμο επαληθευσης|κωδικος ενεργοποιησης λογαριασμου|κωδικος επαναφορας|εξαψηφιος κωδικος|εξαψηφιο κωδικο
verifieringskod*|sakerhetskod*|engangskod*|inloggningskod*|bekraftelsekod*|bekraftelseskod*|engangslosen*|engangslosenord*|engangspin*|legitimeringskod*|autentiseringskod*|aterstallningskod*|registreringskod*|kontrollkod till|signeringskod*|godkannandekod*|kontokod*|tvastegskod*|engangsfras*|engangssiffr*|sakerhetssiffr*|tillfallig kod|tillfalliga koden
bekræftelseskod*|engangskod*|sikkerhedskod*|verifikationskod*|verificeringskod*|loginkod*|log ind-kod*|login-kod*|godkendelseskod*|adgangskode til engangsbrug|engangsadgangskod*|engangspin*|autentificeringskod*|aktiveringskode til din konto|nulstillingskod*|midlertidig kode|midlertidige kode|engangsnogl*|tofaktorkod*|engangskodeord*|underskriftskod*|pinkode til login
bekreftelseskod*|engangskod*|sikkerhetskod*|verifiseringskod*|verifikasjonskod*|innloggingskod*|påloggingskod*|paloggingskod*|engangspassord*|engangspin*|autentiseringskod*|godkjenningskod*|tilbakestillingskod*|midlertidig kode|midlertidige koden|tofaktorkod*|sikkerhetstall*|signeringskod*|engangsfras*|registreringskod*|bekreftelsestall*
verificatiecode*|beveiligingscode*|inlogcode*|bevestigingscode*|aanmeldcode*|controlecode|eenmalige code|eenmalige pincode|eenmalig wachtwoord|eenmalige toegangscode|authenticatiecode*|aanmeldcijfers|autorisatiecode*|herstelcode|registratiecode|activeringscode voor uw account|goedkeuringscode|signeercode|tancode|tan-code|ondertekencode|tekencode|identificatiecode
dogrulama kod*|dogrulama sifre*|dogrulama numara*|guvenlik kod*|onay kod*|onay sifre*|giris kod*|giris sifresi|tek kullanimlik sifre*|tek kullanimlik kod*|tek kullanimlik parola*|tek seferlik kod*|tek seferlik sifre*|tek seferlik parola*|aktivasyon sifresi|kimlik dogrulama kod*|sms sifresi|otp kod*|mobil onay kod*|islem sifre*|islem onay kod*|gecici kod*|kurtarma kodu|sifirlama kod*|uyelik kodu|oturum acma kodu|imza kodu|onay dizisi
ma xac nhan|ma xac minh|ma xac thuc|ma bao mat|ma dang nhap|ma dang ky|ma kich hoat tai khoan|mat khau mot lan|mat khau dung mot lan|mat khau 1 lan|ma dung mot lan|ma so xac nhan|ma so xac thuc|so xac nhan|so xac thuc|day so xac nhan|ma otp|otp|ma pin dang nhap|ma khoi phuc|ma kiem tra|ma giao dich otp|ma dat lai|ma truy cap|ma kiem chung
kode verifikasi*|kode konfirmasi*|kode keamanan*|kode otp*|kode otorisasi*|kode autentikasi*|kode masuk*|kode login*|kode sekali pakai*|kata sandi sekali pakai|sandi sekali pakai|pin sekali pakai|kode aktivasi akun|kode pengaman|kode rahasia|kode persetujuan|angka persetujuan|angka verifikasi|nomor verifikasi|kode reset|kode pemulihan|kode pendaftaran|kode registrasi|token transaksi|kode validasi|kode akses masuk|kode pengesahan
رمز التحقق|رمز تحقق|رمز التاكيد|رمز تاكيد|كود التحقق|كود تحقق|كود التاكيد|رمز الامان|رمز امان|رمز التفعيل|كود التفعيل|رمز تفعيل|رمز الدخول|رمز دخول|كود الدخول|رقم الدخول|رقم دخولك|رقم التحقق|رقم التاكيد|رمز المصادقة|رمز مصادقة|رمز التوثيق|كلمة مرور لمرة واحدة|كلمة المرور لمرة واحدة|كلمة سر لمرة واحدة|كلمة المرور المؤقتة لمرة|رمز لمرة واحدة|رمز المرور لمرة|رمز مؤقت|الرمز المؤقت|رمز السحب|رمز التوقيع|رمز الاعتماد|رمز الموافقة|رمز التعريف لمرة|رمز سري لمرة|الرمز السري المؤقت|رمز otp|كود otp|رمز استعادة|رمز اعادة التعيين|رمزك السري|رمز التسجيل
קוד אימות|קוד האימות|קוד אישור|קוד האישור|קוד כניסה|קוד הכניסה|קוד התחברות|קוד ההתחברות|קוד אבטחה|קוד האבטחה|קוד חד פעמי|קוד חד-פעמי|הקוד החד פעמי|הקוד החד-פעמי|קוד זמני|קוד הזדהות|קוד ההזדהות|קוד זיהוי|קוד הזיהוי|סיסמה חד פעמית|סיסמה חד-פעמית|הסיסמה החד פעמית|הסיסמה החד-פעמית|סיסמא חד פעמית|סיסמא חד-פעמית|קוד שחזור|קוד הרשמה|קוד לאימות|קוד לכניסה|קוד להתחברות|קוד לאישור|קוד otp|קוד הפעלה לחשבון|קוד איפוס|קוד סודי
सत्यापन कोड|सत्यापन कूट|सत्यापन संख्या|सत्यापन की संख्या|सत्यापन अंक|सत्यापन पिन|पुष्टि कोड|पुष्टिकरण कोड|पुष्टि संख्या|ओटीपी|ओ.टी.पी|वन टाइम पासवर्ड|वन-टाइम पासवर्ड|एकबारगी पासवर्ड|एक बार का पासवर्ड|एकबारी कोड|लॉगिन कोड|लॉग-इन कोड|सुरक्षा कोड|प्रमाणीकरण कोड|वेरिफिकेशन कोड|वेरीफिकेशन कोड|कन्फर्मेशन कोड|प्रवेश कोड|एक्टिवेशन कोड|सहमति पिन|लॉगिन पिन|वन टाइम पिन|गुप्त कोड|otp कोड|एकबारीय
รหัสยืนยัน|รหัสยืนยันตัวตน|เลขยืนยัน|รหัส otp|รหัสโอทีพี|โอทีพี|รหัสผ่านครั้งเดียว|รหัสผ่านใช้ครั้งเดียว|รหัสใช้ครั้งเดียว|รหัสครั้งเดียว|รหัสเข้าสู่ระบบ|รหัสเข้าใช้งาน|รหัสเข้าระบบ|รหัสความปลอดภัย|รหัสรักษาความปลอดภัย|รหัสล็อกอิน|รหัสชั่วคราว|รหัสตรวจสอบ|รหัสอนุมัติ|รหัสทำรายการ|รหัสลับใช้ครั้งเดียว|รหัสลงทะเบียน|รหัสรีเซ็ต|รหัสของการยืนยัน|เลขสำหรับกรอกยืนยัน|พินใช้ครั้งเดียว
mot de passe a usage unique|code a usage unique|code provisoire|code d'acces a usage unique|code de signature|code d'autorisation|code de confirmation de connexion|code recu par mail|numero de verification|cle d'acces unique|numero de securite|cle temporaire|code 2fa|code d'inscription|code personnel a usage unique|mot de passe provisoire unique|phrase de passe du jour
codigo de un uso|codigo de autorizacion|codigo de confirmacion de acceso|clave unica|numero de verificacion|numero de seguridad|codigo de ingreso|codigo de registro|codigo 2fa|clave de acceso temporal|codigo de doble factor|codigo de restablecimiento|contrasena de uso unico|clave de uso unico|codigo de uso unico|clave sms
codigo de autorizacao|codigo de acesso unico|codigo unico de acesso|palavra-passe de utilizacao unica|palavra-passe unica|senha temporaria de uso unico|senha descartavel|numero de verificacao|codigo de ativacao da conta|codigo de entrada unica|token de verificacao|codigo de recuperacao|codigo de confirmacao de conta|codigo sms|codigo de inicio de sessao|codigo de sessao
codice di autorizzazione|codice di conferma account|codice di accesso temporaneo|codice temporaneo di accesso|numero di verifica|codice segreto monouso|codice sms|codice di ripristino|codice di registrazione|codice di identificazione|pin monouso|chiave monouso|codice dinamico|codice dispositivo|codice di firma
access passcode|email passcode|one-time key|one time key|one-time word|one-time phrase|security number|authorisation passcode|step-up code|challenge code|login number|sign-in number|single use code|2-factor code|second factor|passcode for|identity check code|email otp|one-off password|one-off pin|one-off number
認証用の番号|認証用数字|確認用番号|確認用の番号|確認用数字|本人確認番号|本人確認用コード|本人確認キー|ワンタイム番号|ログイン番号|ログイン用番号|ログイン用の番号|ログインパスコード|承認コード|承認番号|二要素コード|2要素コード|使い捨てコード|使い捨てパスワード|一時コード|一時パスワード|仮認証コード|確認の数|署名用コード
로그인 번호|접속 코드|접속코드|접속 번호|접속번호|접속 승인번호|일회성 코드|일회성 비밀번호|일회용 번호|본인 확인 코드|본인확인 코드|본인확인코드|승인 코드|2단계 코드|2단계 인증 코드|확인용 번호|확인용 코드|임시 코드|인증용 코드|인증용 번호|인증 문자|인증값|보안키
登录口令码|登录验证数字|安全验证码|身份核验码|核验密码|核身码|动态验证码|动态短码|一次性短码|一次性数字|临时验证码|授权验证码|確認驗證碼|臨時驗證碼|登入密碼單次|單次驗證碼|一次性數字|動態驗證碼|授權驗證碼|身分驗證數字|簡訊驗證碼|交易驗證碼|安全驗證碼|單次登入碼|授權碼單次
парола за еднократно влизане|парола за еднократен вход|еднократен ключ|еднократния ключ|ключ за еднократно|unterschriften-tan|signatur-tan|koppelcode|koppelkod*|身份确认密码|身分確認密碼|身分確認碼|驗證用數字|验证用数字|単発キー|chave de uso unico|clave de un uso|chiave monouso|jednorazovy klic|klucz jednorazowy|egyszeri kulcs|kertakayttoavain*|engangsnyckel*|engangsnokkel*|engangsnøkkel*|engangsnøgle*|engangsord*|eenmalige sleutel|eenmalige woordsleutel|cheie unica|одноразовый ключ|одноразовий ключ|κλειδι μιας χρησης|tek kullanimlik anahtar|khoa dung mot lan|kunci sekali pakai|مفتاح لمرة واحدة|מפתח חד פעמי|एकबारगी कुंजी|กุญแจใช้ครั้งเดียว|engangsfrase*|einmalphrase|frase monouso
승인번호|승인 번호|확인번호
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
*kennziffer|aktivierungsschlussel|zugangsschlussel|schlusselwort|losungswort|passwort fur heute|codewort|einmalzahl|ziffernblock|freischaltcode*|zugangscode*|buchstabenfolge|zahl|*pin
kod|kodu|kody|kodem|kode|pristupovy kod|pin|cislo pro|retezec|tajne cislo|heslo dne|kontrolni cislo|aktivacni kod*|pristupovy klic|ciselna rada|tajny kod|cislice
kod|kodu|kodem|kodzie|pin|haslo na dzis|ciag liter|ciag cyfr|ciag znakow|kod dostepu|kod aktywacyjny|tajny kod|cyfry
kod|kodot|kodja|kodjat|kodod|kododat|kodunk|pin-kod|pin kod|pinkod|szamsor*|betusor*|azonosito szam|titkos kod|hozzaferesi kod|szamod|jelszava most|karaktersor*|aktivalo kod
koodi|koodin|koodia|koodisi|koodinne|koodilla|koodiksi|pin-kood*|pinkood*|pin-luku|tunnusluku|tunnusluvun|numerosarja*|merkkijono*|kirjainsarja*|varmiste*|kertaluku|tunnussana*|avainluku*|salainen luku
cod|codul|codului|codul tau|codul dvs|codul dumneavoastra|pin|sir de cifre|sirul de cifre|numarul de confirmare|cifrele|parola zilei|cheia
код|кода|кодът|кодове за вход|пин|пин код|числото|тайно число|таен номер|тайният номер|числото за|комбинацията|шифър
код|кода|коду|кодом|коде|пин|шифр|секретное число|секретный номер|пароль дня|ключ|секретная фраза|комбинация
код|коду|кодом|коді|пін|пін-код|шифр|таємне число|ключ|капча пошти|комбінація|цифри
κωδικος|κωδικο|κωδικου|κωδ.|pin|τετραψηφιο|πενταψηφιο|εξαψηφιο|οκταψηφιο|επταψηφιο|αριθμος για|συνθηματικο|κλειδι
kod|koden|koderna|kodord|pinkod*|pin-kod*|siffrorna|sifferkod*|sifferserie*|lösenfras|losenfras*|kodfras|nyckelord|atkomstkod*|aktiveringskod*|portord
kode|koden|koder til|pinkode*|pin-kode*|talkode*|talrække*|talkoden|nøglen|adgangsnøgle*|adgangsnogle*|aktiveringskod*|kodefrase|cifrene|tallene|bogstaverne
kode|koden|koda|pinkode*|pin-kode*|tallkode*|tallrekke*|sifrene|tallet|tallene|bokstavene|nøkkelord|adgangskode|aktiveringskod*|tilgangskod*|frase
code|*code|pincode|cijfercode|cijferreeks|getal|woordsleutel|sleutelwoord|toegangscode*|activatiecode*|sleutelcode|reeks|letters|cijfers|poortwoord
kod|kodu|kodunu|kodun|kodunuz|kodunuzu|kodum|pin|parola|sifreniz|rakamlar|dizi|kelimeler|harfler|erisim kodu|aktivasyon kod*
nhap ma|ma sau|ma nay|ma duoi day|ma tren|ma so|ma cua ban|ma cua quy khach|day so|day ky tu|chuoi|chuoi so|ma pin|ma la|ma gom
kode|kodenya|kode anda|kode kamu|pin|angka|angkanya|sandi|kode akses|kode aktivasi|deretan angka|kata rahasia
رمز|الرمز|رمزك|رمزكم|كود|الكود|كودك|رقم سري|الرقم السري|الرقم الحالي|الرقم الاتي|الارقام|كلمة السر|الحروف|الرقم التالي
!נקוד|!פקוד|!מיקוד|!קודם|!תקוד|!קודקוד|קוד|הקוד|קודך|ספרות|הספרות|האותיות|צירוף|מספר סודי|מילת קוד|סיסמת היום|pin
कोड|पिन|कूट|अंक-समूह|अंक|गुप्त संख्या|गुप्त शब्द|कोड नंबर|संकेत|संख्या
รหัส|โค้ดเข้า|ตัวเลข|เลขชุด|ชุดตัวเลข|ชุดใหม่|พิน|รหัสลับ|เลขลับ
la llave|llave|palabra clave|palabras|letras|clave de acceso|frase|pin|codigo pin|codigo secreto|combinacion
chave|chave de acesso|palavrinhas|palavras|letras|algarismos|codigo pin|pin|codigo secreto|combinacao|sequencia
chiave|parola d'ordine|parole|lettere|numero segreto|combinazione|pin|codice pin|codice segreto
lettres|mots|nombre|code d'entree|combinaison|pin|phrase de passe|le numero|mot de passe du jour
passphrase|password phrase|phrase|letters|words|digits below|magic word|magic words|number below|number above|key phrase|keyword|access word
用の4桁|用の6桁|用の数字|数字を|合い言葉|パスフレーズ|英字|文字列
입력할 값|입력값|암호|비밀 단어|단어|영문|대문자
口令|暗号|密钥|字母|数字|字符|這組數字|这组数字|通關密語|六碼|四碼|六码|四码
гасло|пароль дня|парола на деня|jelszo|heslo dneska|dagens ord|ukens ord|het woord|dat woord|la parola|el santo y sena|a palavra|слово|sanan|avainsana|λεξη κλειδι|tu khoa bi mat|kata kunci|คำลับ|मंत्र|كلمة السر اليوم|מילת הסוד
`

/** Words for several codes or for codes in general; they never label a number. */
export const CODE_TALK = `
codes|passcodes|passwords|otps|pins|verification codes|security codes|backup codes|backup code|recovery codes|one-time passwords|qr code|qr-code|qr codes|source code|dress code|code of conduct|code review|code base|zip code|country code|area code|code editor|vs code|visual studio code|no code|low code|code block|code sample|code snippet|bar code|barcode
备用码|备份码|备用代码|備用代碼|救援代码|应急代码|备用验证码|恢复码|恢复代码|備用碼|備援碼|二维码|二維碼|条形码|条码|條碼|源代码|代码库|代码审查|代码评审|代码行|代码仓库|低代码|编码|源碼|程序代码
バックアップコード|リカバリーコード|ソースコード|qrコード|バーコード|백업 코드|복구 코드|qr코드|qr 코드|소스 코드|바코드
codici|codigos|коды|кодов|backup-codes|wiederherstellungscodes|codes de secours|codigos de respaldo|codigos de recuperacion|codici di backup|qr-codes|*quellcode|резервные коды|qr-код|исходный код|codigo fuente|codigo-fonte|codice sorgente|code source|codigo qr|codice qr|kody zapasowe
kody|kodow|zalozni kody|zalozni kod|kody zapasowe|kod qr|qr kod|carovy kod|caroveho kodu|zdrojovy kod|kod zrodlowy|kod kreskowy|kodu kreskowego
kodok|tartalek kod*|biztonsagi masolat*|vonalkod*|forraskod*|qr-kod*|koodit|varakood*|viivakood*|lahdekood*|qr-kood*|coduri*|coduri de rezerva|cod qr|codul qr|cod sursa|cod de bare
кодове|кодовете|резервни кодове|резервен код|qr код|баркод*|изходен код|сорс код|коды|кодов|кодами|кодах|штрихкод*|штрих-код*|исходного кода|резервный код|коди|кодів|резервні коди|qr-код*|вихідний код|код программы
κωδικοι|κωδικους|κωδικων|εφεδρικοι κωδικοι|εφεδρικους κωδικους|κωδικας|κωδικα|κωδικος qr|γραμμωτος κωδικας
koder|reservkod*|reservekod*|sikkerhedskopikod*|streckkod*|strekkod*|stregkod*|qr-kod*|kallkod*|kildekod*|backupkod*|gjenopprettingskoder|aterstallningskoder
codes|qr-code*|streepjescode*|broncode*|herstelcodes|back-upcodes|backupcodes|reservecodes|kodlar*|yedek kod*|kurtarma kodlari|barkod*|kare kod*|karekod*|kaynak kod*
ma vach|ma qr|ma nguon|ma du phong|ma sao luu|kode batang|kode qr|kode sumber|kode cadangan|barcode
رموز احتياط|الرموز الاحتياط|اكواد|رموز النسخ|رموز الاسترداد|رمز qr|الباركود|باركود|كود المصدر|قودים
קודי גיבוי|קודים|ברקוד|קוד מקור|קוד qr|बैकअप कोड|क्यूआर|बारकोड|สำรอง|รหัสสำรอง|คิวอาร์|บาร์โค้ด
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
prihlas*|prihlasen*|overen*|overit|overte|overuj*|potvrd*|potvrz*|registrac*|registruj*|heslo|hesla|ucet|uctu|prevod*|platb*|autoriz*|autentiz*|totoznost*|zabezpec*|pristup*|souhlas*|vyber|zarizeni|odemk*|odblok*|podpis*
zatwierdz*|przelew*|konto|konta|kontem|koncie|uwierzyt*|tozsamos*|dostep*|zabezpiecz*|podpis*|wyplat*|odblok*|urzadzen*|zaloguj*|logow*|rejestr*|platnos*|zmian* hasla|parowan*|autoryz*
bejelentkez*|belep*|megerosit*|hitelesit*|azonosit*|igazol*|regisztr*|jelszo*|jelszav*|fiok*|utalas*|atutal*|jovahagy*|fizet*|biztonsag*|hozzarendel*|keszulek*|kifizet*|alair*
kirjaudu*|kirjautu*|kirjautumi*|vahvist*|varmist*|varmenn*|tunnistau*|tunnistu*|rekister*|salasan*|tili|tilin|tilisi|tilisiir*|maksu*|maksat|hyvaksy*|henkilollis*|sisaankirj*|laite|laitteen|laitteella|istunto|allekirjoit*|nosto|luvan
autentific*|conect*|confirm*|verific*|inregistr*|cont|contul*|contului|parola|parolei|plata|platii|plati*|transfer*|autoriz*|securit*|identit*|dispozitiv*|login|logar*|retrag*|semna*|dovad*
вход*|влез*|влиз*|потвърд*|потвържд*|провер*|удостовер*|регистр*|парол*|акаунт*|профил*|превод*|плащан*|тегле*|самоличн*|сигурност*|автентик*|достъп*|одобр*|подпи*|устройств*
зайти|заход*|доступ*|устройств*|привяз*|подпис*|снят*|вывод*|авторизац*|личный кабинет|личного кабинета|лк|голосован*|бюллетен*|одобр*
вхід|входу|увійти|увійд*|зайти|підтвер*|авториз*|автентиф*|реєстрац*|зареєстр*|пароль|пароля|паролю|безпек*|переказ*|оплат*|платіж*|платеж*|обліков*|акаунт*|верифік*|доступ*|пристр*|підпис*|виведен*|зняття|особист* кабінет*|схвал*|погодж*
επαληθευ*|επιβεβαιω*|συνδεσ*|συνδεθ*|εισοδ*|εγγραφ*|λογαριασμ*|ταυτοποι*|εγκρι*|πληρωμ*|μεταφορας|μεταφορα|εντολη*|αναληψ*|ασφαλει*|ταυτοτητ*|συσκευ*|συνθηματικ*|προσβαση*|υπογραφ*|εξουσιοδοτ*
logga in|loggar in|inloggning*|bekrafta*|verifier*|legitimer*|registrer*|losenord*|konto|kontot|betal*|overfor*|godkann*|identit*|sakerhet*|enhet*|enheten|signer*|uttag*|eid|bankid|mobil inloggning|aktivera*
log ind|logger ind|login|logge ind|logge pa|bekræft*|verificer*|godkend*|registrer*|adgangskode*|kodeord*|konto|kontoen|betaling*|overforsel*|overfor*|identitet*|sikkerhed*|enhed*|hævning*|frigiv*|underskriv*|signer*|mitid|tilmeld*
logg inn|logger inn|logge inn|logge pa|innlogging*|palogging*|bekreft*|verifiser*|godkjenn*|registrer*|passord*|konto|kontoen|betaling*|overfor*|identitet*|sikkerhet*|enhet*|uttak*|signer*|bankid|aktiver*
inlog*|aanmeld*|bevestig*|verifi*|wachtwoord*|beveilig*|overboek*|betaling*|identiteit*|toegang*|apparaat*|opname|ondertek*|goedkeur*|account*|registr*|machtig*
giris*|oturum*|onay*|dogrula*|kayit*|kayd*|parola*|sifre*|odeme*|havale*|transfer*|kimli*|guvenlik*|uye*|hesab*|hesap*|cekim*|cihaz*|etkinles*|imza*
giao dich|thanh toan|chuyen tien|chuyen khoan|dinh danh|xac nhan|xac minh|xac thuc|dang nhap|dang ky|rut tien|rut|kich hoat|bao mat|danh tinh|thiet bi|tai khoan|mat khau|phe duyet|ky so
otorisasi|transfer|pembayaran|persetujuan|identitas|pendaftaran|registrasi|penarikan|keamanan|setujui|menyetujui|autentikasi|perangkat|memverifikasi|verifikasi|konfirmasi|mengonfirmasi|pengesahan|masuk|login|akun|kata sandi|daftar
ยืนยัน|เข้าสู่ระบบ|ล็อกอิน|ลงชื่อเข้า|เข้าระบบ|เข้าใช้|สมัคร|ลงทะเบียน|บัญชี|รหัสผ่าน|โอนเงิน|โอน|ชำระ|ถอน|ตัวตน|อนุมัติ|ความปลอดภัย|ลงนาม|อุปกรณ์
सत्यापन|सत्यापित|पुष्टि|लॉगिन|लॉग इन|लॉग-इन|साइन इन|पासवर्ड|खाता|खाते|भुगतान|लेनदेन|लेन-देन|पहचान|पंजीकरण|सुरक्षा|निकासी|ट्रांसफर|सहमति|डिवाइस|प्रमाणीकरण|अपडेट
التحقق|تحقق|تاكيد|الدخول|دخول|تسجيل|حسابك|الحساب|كلمة المرور|هويت|الهوية|تفعيل|تحويل|الدفع|دفع|سحب|الموافقة|الامان|توثيق|جهاز|ملكي|مصادقة|شريحة
אימות|לאמת|אישור|לאשר|כניסה|להיכנס|להתחבר|התחבר|מתחבר|הזדהות|סיסמה|סיסמא|חשבון|העברה|תשלום|הרשמה|נרשמת|זהות|אבטחה|משיכה|מכשיר|איפוס
se connecter|ouvrir votre compte|retrait|prouver|abonner|appareil|portabilite|signature|autoris*|approuv*|debloqu*
retiro|portabilidad|dispositivo|firma|autoriz*|aprob*|identific*|aula virtual|sesion|abrir sesion|ingresar|confirma*|verifica*
levantamento|dispositivo|assinatura|autoriz*|aprov*|confirma*|verifica*|ativa*|sessao|registo|iniciar|contacto|palavra-passe
prelievo|dispositivo|firma|autorizza*|approva*|verific*|attiva*|login|sessione|registra*|bonifico|portabilita|sblocc*
auszahl*|gerat|freischalt*|portier*|rufnummernmitnahme|signier*|verifiz*|vpn|einmalig anmeld*|bestatig*|nachweis*
prove it|prove that|this inbox|knocking|swap sim|payee|withdrawal*|approve|unlock*|signing|challenge
`,
  /** Asks the reader to type something in. */
  type: `
enter|type|typing|use|using|input|key in|fill in|copy|paste|provide|submit|reply with|key it|punch in|write it|put in|put it in|feed in|marque|anote|kirjoittaa|nappailla|nappailkaa|wstaw|dopisz|vpiste|slar in|matar in|opgiv|før ind|før inn|dien|danh may|daalo|likho
照抄|写上|登打|敲入|書いて|タイプして|적어|เติม|הקלידי
输入|填写|填入|粘贴|黏贴|填|改用|抄入|输进|使用|键入|录入|回填|输入以下|輸入|填寫|鍵入
入力|ご入力|入れて|입력|사용
eingeben|gib|geben|eingabe|tipp|tippst|ubertragen|tippen|tragen|eintragen|abtippen|gebt|verwenden|verwende|tippe|nutze|nutzen|eintippen|trage
saisissez|saisir|entrez|entrer|utilisez|utiliser|tapez|utilise|saisis|renseignez|copiez|reportez|recopiez|recopie|reporter|recopier|indiquez|composez|reporte
introduce|introduzca|introducir|ingresa|ingrese|ingresar|usa|utiliza|utilice|escribe|digita|escribelo|escribela|teclea|teclee|marca|copialo|digite|insira|utilize|informe|coloque|copia
inserisci|inserire|inserisca|utilizza|usare|immetti
введите|введи|ввести|используйте|укажите|наберите|используй|впишите|вбейте|введіть|перепишите|скопируйте
voer|gebruik|vul|wpisz|przepisz|wprowadz|uzyj|podaj|girin|giriniz|kullanin|kullan|nhap|su dung|masukkan|gunakan|أدخل|استخدم|ادخل|ange|anvand|indtast|brug|zadejte|pouzijte|add meg|introduceti|skriv|syota
pop it|pop this|put this|put in|punch it|tap in|tap it|key this|give it|type it|enter it|hand over|copy it|copy them|type them|goes into|goes in|to be typed|to be entered|write|whisper|answer with|respond with|repeat|quote it|paste it
eintragen|trag|tragen sie|schreib|schreibe|schreiben|einzutragen|einzugeben|eingetragen|eingegeben|angeben|gib|tippt|eintippt|abschreiben|abzuschreiben|einfugen|fuge|fugen sie|kopier*|ubertrag*|ubernehm*|erfassen|hinterlege*|einzutippen|zum eintippen|nenne|antworte*|tippst|eingeben sie|setzen sie|setze
ecrivez|ecris|ecrire|ecrit|mettez|mettez-y|mets|mettre|copie|copier|coller|collez|colle|tape|taper|a taper|saisie|saisit|remplissez|remplis|remplir|donne|donnez|note|notez|inscrivez|inscris|repetez|repondez|a saisir|a recopier|pianotez|communiquez|transcrivez|transcrire
poner|pon|ponga|pone|escribi|escriba|escribir|copie|copiar|copiala|pega|pegue|pegar|tecleando|digitar|digitalo|meta|mete|metelo|rellena|rellene|completa|complete|indica|indique|ingresa|ingresá|anota|apunta|responde|introduzcalo|introducelo|teclear|transcriba|facilita|facilite
insere|inserir|introduz*|introduza|introduzir|digita|digitar|digite|escreve|escreva|escrever|coloca|colocar|cola|cole|colar|copie|copiar|preenche|preencha|preencher|poe|ponha|por la|informar|use|usar|utilize|teclar|tecle|marca|transcreva|passa|a introduzir|a inserir|responda
scrivi|scriva|scrivere|scrivilo|digita|digiti|digitare|digitalo|inseriscilo|inseriscila|inseriscile|metti|metta|mettere|copia|copi|copiare|incolla|incolli|incollare|riporta|riporti|riportare|compila|compili|batti|batta|usi|usalo|fornisca|fornisci|trascriva|trascrivi|immettere|immetta|da inserire|da digitare|rispondi
typ|typt|typen|tik|tikt|toets|toetst|intoetsen|intikken|overnemen|neem over|neemt over|over te nemen|in te vullen|in te voeren|in te typen|plak|plakt|plakken|kopieer|kopieert|gebruikt|gebruiken|geef|geeft|opgeven|noteer|invoeren|invullen|voer in|voert|vult|overtypen|schrijf|schrijft|zet|meld|antwoord|tikken
mata in|matar in|matas in|fyll i|fyller i|fyller du i|fylls i|skriv|skriver|skrivs|skriva|skriv av|klistra in|klistrar in|kopiera|kopierar|anvander|anvanda|knappa in|knappar|knappa bara in|knappa|sla in|slar in|slar du in|anger|anges|uppge|uppger|lagg in|lagger in|svara med|skicka tillbaka|tryck in|tala om
indtaste|indtastes|indtaster|tast|taster|tastes|taste|skriver|skrives|skrive|angiv|angives|udfyld|udfylde|indsæt|sæt ind|kopier|kopiér|bruger|bruges|slå ind|sla ind|indsend|svar med|svar|skal ind i|skal ind pa|overfør|overfor tallet|gentag
tast|taster|tastes|taste|tast inn|tastes inn|skriver|skrives|skrive|skriv inn|fyll inn|fylle inn|fylles inn|legg inn|legg det inn|legges inn|oppgi|oppgir|oppgis|lim inn|limes inn|kopier|bruk|bruke|brukes|bruker|slå inn|sla inn|svar med|svar boten|angi|angis|gjenta
syotat|syotettava|syotettavaksi|syottakaa|syottaa|syottamalla|nappaile*|nappaillaan|naputa*|naputtele|naputtamalla|naputat|kirjoita|kirjoitat|kirjoittakaa|kirjoitetaan|kirjoittamalla|anna|antakaa|annat|antamalla|kopioi|kopioikaa|liita|tayta|tayttakaa|kayta|kayttakaa|kayttamalla|merkitse|ilmoita|toista
irja be|ird be|beir*|irja|ird|irjatok|gepel*|begepel*|adja meg|adjad meg|megad*|masolja|masold|masoljatok|bemasol*|illessze|illeszd|beilleszt*|usse be|ussd be|uss be|beut*|toltse|toltsd|vigye be|vidd be|vigyed be|bevisz|bevinni|hasznalja|hasznald|potyog*|bepotyog*|diktal*|sugd|sugja|ismetel*|kerjuk a|tolteni be
zadej*|zadat|zadava*|zadani|zadavejte|napis*|napsat|opis*|opsat|prepis*|prepsat|vloz*|vlozit|vlozte|vyplnt*|vyplnte|vypln*|doplnt*|doplnte|dopln*|pouzij*|pouzijte|pouzit|vytuk*|natuk*|zkopiruj*|kopiruj*|uved*|uvest|vepis*|vepsat|zapis*|zapsat|odpovez*|naklep*|vyklep*|vlep*|hod to|dejte tam
wpisz*|wpisa*|wpisywa*|wpisuj*|do wpisania|przepis*|przepisz|wprowadz*|wprowadzic|podaj*|podac|podajac|uzyc|uzyj*|wklej*|wkleic|wklep*|wstuk*|skopiuj*|wystuk*|uzupeln*|wypeln*|napisz|zastosuj w|powtorz|wbij*|klepn*
introdu*|tastat*|tastati|tasteaza|tastezi|scrie|scrieti|scrii|scris|completa*|completeaza|completati|copia*|copiati|copiaza|lipi*|lipeste|folosest*|folositi|folosi*|foloseste|utiliza*|pune|puneti|puneti-l|bagati|baga|bateti|transcri*|dati|inserati|insereaza|sopteste*|raspunde*|repeta*
въвед*|въвежда*|въведи*|напиш*|напис*|пиш*|впиш*|вписва*|постав*|копира*|използва*|попълн*|набер*|набира*|изпиш*|чукн*|препиш*|вкара*|натрака*|отговор*|повтор*|дайте|преписва*
введ*|ввод*|ввест*|вводи*|вводят|вписа*|впиш*|напиш*|напечата*|набер*|набира*|набра*|вставь*|вставит*|вставля*|вбей*|вбива*|вобь*|скопиру*|переписа*|перепиш*|использу*|укаж*|указа*|указыва*|заполн*|внес*|ответь*|повтор*|подстав*|печата*|продикт*|назовите
введ*|введіт*|введи*|увест*|уведіт*|уведи|уведе*|вводь*|вводят*|вводи*|ввод*|ввест*|впиш*|вписа*|напиш*|набер*|набира*|набра*|встав*|скопію*|використ*|вкаж*|вказа*|зазнач*|заповн*|наповн*|перепиш*|переписа*|вбий*|внес*|введенн*|повтор*|скажи*
πληκτρολογ*|εισαγ*|εισαγετε|εισαγει*|γραψ*|γραφετε|καταχωρ*|συμπληρω*|δωστε|δωσε|δινετε|βαλτε|βαλε|να βαλ*|βαλει|αντιγρα*|επικολλ*|χρησιμοποι*|περαστε|πληκτρολογεις|πατηστε στο πληκτρ*|γραψτε|μεταφερετε τον|επαναλαβ*
gir|girin|giriniz|girip|girerek|girmen*|girmek|girilece*|girmelisin*|giris yapmak icin girin|yaz|yazin|yaziniz|yazip|yazman*|yazmak|yazarak|yazilacak|tusla*|tuslay*|kullan*|yapistir*|kopyala*|doldur*|aktar*|gecir|gecirin|geciriniz|girersen*|istenecek*|isteyecek|istenir|iletin|iletiniz|cevapla*|yanitla*|tekrarla*
!dang nhap|nhap|dien vao|dien ma|dien so|dien bon|dien day|dien cac|hay dien|dien giup|dien dung|dien lai|lap day|go vao|go ma|go so|go day|go dong|go cum|go bon|go sau|go dung|go lai|hay go|gõ|gõ vào|dan vao|dan ma|dan so|dan day|sao chep|chep|su dung|copy|ghi lai|chep lai|nhap vao
masukkan*|masukan|memasukkan|dimasukkan|isikan|isilah|mengisi*|diisi*|pengisian|isi|ketik*|mengetik*|diketik*|ketikkan|salin*|menyalin|disalin|tempel*|menempel*|gunakan*|menggunakan|tulis*|menulis*|dituliskan|tuliskan|pakai|input*|menginput|sebutkan di aplikasi|jawab
กรอก|ป้อน|ใส่|พิมพ์|วางใน|วางลง|วางที่|คัดลอก|ระบุ|กดตาม|กดเลข|ใช้รหัส|เติมสิ่งนี้|เติมเลข|เติมลง|นำไปใส่|นำไปกรอก|เขียนลง|คีย์
दर्ज|डाल|भर|टाइप|लिख|प्रविष्ट|कॉपी|पेस्ट|चिपका|इस्तेमाल|प्रयोग कर|उपयोग कर|इनपुट
ادخل|ادخال|تدخل|يدخل|اكتب|كتابة|تكتب|انسخ|نسخ|الصق|لصق|املا|تعبئة|استخدم|استخدام|ضعه|ضعها|اطبع|كرر|دون الرقم|يرجى تدوين
!הקשר|!כתובת|!הכנסת|הזן|הזינ|להזין|תזין|הזנ|הקלד|הקלידו|תקליד|להקליד|הקש|להקיש|תקיש|הקיש|הדבק|להדביק|תדביק|הדביק|העתק|להעתיק|העתיק|הכניסו|להכניס|תכניס|כתוב|כתבו|לכתוב|תכתוב|רשמו|לרשום|רשום|למלא|מלא את|מלאו|השתמש|מזינים|מקלידים|מדביקים|כותבים
打ち込|打って|貼って|貼り付け|満たして|記入|お入れ|入れる|入れれば|転記|コピーして|書き込|押して
치세요|쳐 주|치면|치시|적으|넣으|넣어|넣고|붙여|채워|써 넣|써넣|기입|옮겨 적|눌러 주|타이핑
输一下|输到|打进|打到|敲入|敲进|照着输|贴|键进|写进|写入|写到|抄到|填上|填到|填好|输入到|報上|打進|打在|輸到|貼|寫進|寫入|抄進|照著輸|按出|输完
`,
  /** Counts what is to be typed in: "six digits", "four words". */
  figures: `
digits|digit|characters|letters|figures|numerals|words|number|numbers|string
位|数字|字母|字符|數字|字元|字串|号码|號碼|词|詞
桁|ケタ|数字|文字|番号|英字|単語|자리|숫자|글자|문자|단어|번호|영문
*ziffer|*ziffern|*zahl|*zahlen|*stellig*|zeichen|buchstaben|worter|wortern|nummer
chiffres|chiffre|lettres|caracteres|mots|nombre|numero|suite|cifras|digitos|letras|palabras|palabritas|numeros|algarismos|palavras|palavrinhas|numerozinho|cifre|lettere|caratteri|parole|numeri
cijfers|letters|tekens|woorden|getal|nummer|reeks|siffror|siffrorna|*siffrig*|bokstaver*|tecken|tecknen|ord|orden|talet|tal|cifre|cifrene|*cifret*|bogstaver*|tegn|tegnene|ordene|tallet|tallene|siffer|sifre|sifrene|*sifret*|tall|bokstav*
numero|numeron|numerot|numeroa|numerosarja*|luku|luvun|lukua|luvut|merkki*|merkit|merkkia|kirjain*|kirjaim*|sana|sanat|sanaa|numeroi*|rivit
szam|szamot|szamok*|szamjegy*|szamsor*|betu|betut|betuk*|karakter*|szo|szot|szavak*|szavat|*jegyu
cislo|cisla|cislic*|cifr*|pismen*|znak*|slov|slova|slovo|retezec|mistn*|hodnotu|cyfr*|liter|litery|litere|slow|slowa|slowo|liczb*|numer|ciag|ciagu|*cyfrow*
cifrele|cifra|litere|literele|caractere*|cuvinte|cuvintele|numar|numarul|sir|sirul
цифр*|букв*|символ*|знак*|слов*|слів|числ*|номер|номера|*значн*|комбинаци*|комбінаці*|последовательност*|послідовн*|дум*|думи|літер*
ψηφι*|ψηφιο*|γραμμα|γραμματα|χαρακτηρ*|λεξ*|αριθμο*
hane*|haneli*|rakam*|harf*|karakter*|kelime*|sayi*|numara*|dizi*|basamak*
chu so|ky tu|ki tu|chu cai|con so|day so|cum tu|bon so|sau so|nam so|4 so|5 so|6 so|8 so|bon o|sau o
angka|digit|huruf|karakter|kata|nomor|deret*
ตัวเลข|เลข|หลัก|ตัวอักษร|อักขระ|คำ
अंक|अक्षर|शब्द|संख्या|नंबर
ارقام|رقم|الرقم|حروف|احرف|كلمات|خانات|الارقام
ספרות|אותיות|תווים|מילים|מספר|רצף
`,
  /** Where things are typed in: a field, a page, an app. */
  screen: `
box|boxes|field|fields|page|screen|app|website|window|form|prompt|terminal|console|panel|dialog|browser|login box|slot
框|页面|界面|窗口|应用|輸入框|欄|頁面|畫面|視窗|表单|表單|网页|網頁|终端|終端|app|小程序|後台|后台
欄|画面|ページ|アプリ|サイト|ウィンドウ|フォーム|ターミナル|ゲーム|칸|화면|페이지|앱|창|양식|터미널|입력란|게임|사이트
*feld|*felder|*seite|bildschirm|*bildschirm|maske|app|*fenster|*formular|browser|portal|client|kasten|kastchen
case|cases|champ|page|ecran|appli|application|fenetre|formulaire|site|navigateur|espace|campo|casilla|pagina|pantalla|aplicacion|ventana|formulario|web|sitio|recuadro|navegador|caixa|tela|ecra|aplicativo|aplicacao|janela|janelinha|quadradinho|casella|schermata|schermo|applicazione|finestra|riquadro|modulo|sito
veld|vak|vakje|vakjes|pagina|scherm|schermpje|venster|formulier|faltet|falt|rutan|ruta|rutor|*sidan|sida|skarmen|appen|fonstret|formularet|plattan|webben|webblasaren|terminalen|feltet|felt|felterne|*siden|skærmen|vinduet|formularen|ruden|rubrikken|ruten|rutene|skjermen|skjemaet|nettbanken|netbanken|internetbanken|natbanken
kentta*|kenttaan|ruutu*|ruudu*|sivu|sivun|sivulla|sivulle|sivuille|sovellu*|ikkuna*|lomak*|verkkopank*|paatte*|selaim*|kassalle
mezo|mezobe|mezoben|oldal*|kepernyo*|alkalmazas*|app|appba|appban|ablak*|belepoablak*|urlap*|rubrik*|bongeszo*
pole|poli|policka|policko|stranc*|strank*|obrazov*|aplikac*|appk*|okn*|okenk*|formular*|ramec*|prohlizec*|terminal*|polu|okienk*|stron*|ekran*|aplikacj*|przegladar*|panel*|rubryk*
camp*|caseta|casuta|pagin*|ecran*|aplicati*|fereastra|formular*|rubric*
поле|поля|полю|полет*|окно|окне|окошк*|страниц*|экран*|екран*|приложени*|форм*|терминал*|термінал*|браузер*|браузър*|сайт*|чат*|консол*|клетк*|прозор*|полі|вікн*|віконц*|сторінк*|застосун*|додат*
πεδιο*|κουτακι*|σελιδα*|οθον*|εφαρμογ*|παραθυρ*|φορμα*|τερματικ*|ιστοσελιδ*|e-banking
alan|alana|alani|alanina|alanda|kutu*|kutucuk*|sayfa*|ekran*|uygulama*|pencere*|form|formu|formda|formunda|formularz|forma|форма|site*|tarayici*|terminal*|panel*
o trong|o nhap|vao o|trang|man hinh|ung dung|app|cua so|bieu mau|trinh duyet|game|cong
kolom*|kotak|halaman|laman|layar|aplikasi|jendela|formulir|situs|terminal|peramban
ช่อง|หน้าจอ|แอป|หน้าต่าง|ฟอร์ม|เว็บ|เทอร์มินัล|ในหน้า|ในเกม
बॉक्स|खाने|पेज|पृष्ठ|स्क्रीन|ऐप|विंडो|फ़ॉर्म|फॉर्म|पोर्टल|स्तंभ|टर्मिनल|वेबसाइट|गेम में
خانة|حقل|صفحة|الصفحة|شاشة|الشاشة|تطبيق|التطبيق|نافذة|نموذج|النموذج|المتصفح|الطرفية|المنصة|الموقع|بالطرفية
שדה|תיבה|בדף|דף|עמוד|מסך|אפליקצי|יישום|חלון|טופס|באתר|שורת|טרמינל|במשחק
`,
  /** Hands over a new one, as people do who answer: "try this one". */
  offer: `
try|try this|fresh one|new one|here is a new|here's a new|take this|instead|just made|sent a new one|newly made
试试|这个|新的|重新|用这个|換用|換成|試試|這個|重發|重发|改用
こちらを|新しい|再発行|改めて|새로|이걸로|다시
versuchen sie|probier*|nimm|nehmen sie|neuer|die neue|frisch*|prenez|prends|essayez|essaie|le nouveau|la nouvelle|en voici|tenez
prueba|pruebe|proba|toma|tome|aqui va|aca va|ahi va|el nuevo|la nueva|tenta|tente|experimente|pega|mandei outro|o novo|provi|prova|ecco|tenga|eccone|appena fatto|prenda|quello nuovo|quello buono
pak|probeer|neem|nieuwe|prova|ta den har|ta denna|har ar en ny|har kommer|prøv|her er en ny|her er en frisk|frisk|tag denne|ta denne|fersk|ny kode
kokeile|kokeilkaa|tassa uusi|uusi on|ota tama|probalja|probald|itt az uj|friss|az uj
zkuste|zkus|tady je novy|novy|nova|posilam|tady mas|sprobowac|sprobuj|prosze uzyc|nowy|oto|trzymaj|incercati|incearca|v-am generat|iata|altul|noul
опитай*|ето|новият|пробвай*|дръж|попробу*|держите|держи|вот новый|вот вам|вот этот|новый|спробуй*|тримайте|тримай|ось цей|ось новий|новий
δοκιμ*|οριστε|ο νεος|τον νεο|παρτε|deneyin|dene|buyurun|yenisi|yeni
thu lai|tao lai|ma moi|gui lai|vua tao|coba|yang baru|baru saja|ลอง|ชุดใหม่|อันใหม่|ใหม่คือ|आज़मा|नया|नई|अब
جرب|تفضل|اصدار رمز|رمز اخر|رقم جديد|الجديد|נסה|נסי|תנסה|הנה|החדש|חדש
`,
  /** Points at the subject of the mail itself. */
  subject: `
in the subject|subject line|subject of this|邮件标题|邮件主题|郵件標題|郵件主旨|主旨|标题中|標題中|件名|메일 제목|제목의|제목에|im betreff|betreffzeile|betreff dieser|objet de ce|dans l'objet|objet du|en el asunto|asunto de este|no assunto|nell'oggetto|oggetto di|в теме|теме письма|onderwerp|w temacie|konu satir*
the number up there|subject above|title of this|标题里|标题上|主旨裡|標題裡|標題上|件名に|件名の|メールのタイトル|제목 줄|메일 제목
objet du message|dans le titre|del asunto|en el titulo|linea de asunto|del assunto|do assunto|ta no assunto|titulo do e-mail|dell'oggetto|riga dell'oggetto|nell'oggetto|uit het onderwerp|onderwerpregel|in het onderwerp|in de titel
amnesrad*|i amnet|fran amnet|amnesfaltet|emnefelt*|emnelinj*|i emnet|fra emnet|otsik*|aiherivi*|viestin aihe*|targysor*|a targyban|targymezo*|v predmetu|predmet* zpravy|z predmetu|predmetu|temacie|z tematu|temat* tej wiadomosci|tematu
in subiect|din subiect|subiectul|titlul mesajului|в темата|от темата|темата на|заглавието|в теме|из темы|теме письма|тему письма|в темі|з теми|темі листа|заголов*
στο θεμα|του θεματος|στον τιτλο|τιτλο του μηνυματος|konu satir*|konudaki|konu basli*|basliktaki|tieu de|dong tieu de|judul|subjek|หัวเรื่อง|หัวข้ออีเมล|ชื่อเรื่อง|विषय में|विषय पंक्ति|शीर्षक|عنوان هذه الرسالة|عنوان الرسالة|سطر الموضوع|בנושא ההודעה|בשורת הנושא|שורת הנושא|נושא ההודעה|בכותרת
`,
  /** Counts minutes: bought or booked things are valid for longer. */
  minutes: `
minutes|minute|mins|min|分钟|分鐘|分間|分以内|分後|분 후|분간|분 동안|분 내|분 이내|minuten|minuti|minutos|минут*|minut|dakika|phut|menit|دقيق*|دقائق|minuter|minutter
seconds|half an hour|quarter of an hour|秒|秒内|秒以内|초|stunde|sekunden|viertelstunde|secondes|quart d'heure|demi-heure|segundos|cuarto de hora|media hora|secondi|quarto d'ora|mezz'ora|meia hora|um quarto de hora
minut*|sekund*|ctvrthodin*|pulhodin*|pul hodiny|kwadrans*|polgodzin*|sekunnin|sekuntia|minuutti*|minuutin|perc|percig|percen|masodperc*|negyedora*|felora*|secunde|secund*|sfert de ora|jumatate de ora
секунд*|хвилин*|четвърт час|половин час|пів години|чверть години|полчаса|четверть часа|λεπτα|λεπτο|λεπτων|δευτερολεπτ*|ημιωρο|τεταρτο|saniye|dk|sn|giay|detik|นาที|วินาที|मिनट|सेकंड|ثانية|ثواني|دقيقت|ربع ساعة|نصف ساعة|דקות|דקה|שניות|רבע שעה|חצי שעה
sekunder|kvart|kvarten|halvtimme|kvarter|halv time|halvtime*|seconden|kwartier|half uur
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
gone by|burns up|self-destructs|no longer work after|stop working|stops working|dies in|good until|works only|only until|timed out|lives for|valid once|usable once|disappears
verfallt|gultigkeit|verwendbar|nur heute|nur einmal|unbrauchbar|einmalig|einlosbar bis|gilt bis|gilt|bis heute
validite|perime|valables|utilisable|jusqu'a|ne servira|s'efface|se consume|sirve|validez|valido hasta|dura|expiran|se borra|valida por|serve|validade|expiram|vale de desconto|vale por|deixa de|dura un|scadenza|valgono|vale per|si consuma|decade|validita
plati|platnost*|vyprsi|propad*|platny|platne|platna|vydrzi|wazn*|wygas*|obowiazuj*|traci moc|straci|dziala|przepada
ervenyes*|lejar*|jarnak le|ervenyesseg*|elfelejti|hasznalhato|voimassa*|vanhene*|umpeutu*|kelpaa|patee|toimii
valabil*|expir*|piere|tine cat|in vigoare|валид*|важи*|изтич*|изтеч*|в сила|действ*|истек*|сгора*|годен|годна|живет|дійсн*|діє|діятим*|чинн*|сплива*|згор*
ισχυ*|ληγ*|ληξ*|λιγο χρονο|giltig*|galler|gar ut|upphor*|funkar|haller|gælder|gyldig*|udlob*|holder|virker|gjelder|utlop*|varer
geldig*|verloopt|vervalt|werkt|houdbaar|geldt|gecerli*|suresi|sureli|suresi dolar|sona er*|yanar|hieu luc|het han|co han|con han|dung duoc|berlaku*|kedaluwarsa|kadaluarsa|hangus
หมดอายุ|ใช้ได้|มีอายุ|ภายใน|มีผล|मान्य|वैध|समाप्त|चलेगा|काम नहीं करेगा|صالح|صلاحي|تنتهي|ينتهي|يعمل|سيموت|سوف يموت|תקף|תוקף|תקפ|בתוקף|יפוג|פוקע
`,
  /** Tells the reader to keep the code secret, or to ignore the mail if the reader did not ask for it. */
  guard: `
do not share|don't share|never share|not share|do not give|don't give|do not forward|don't forward|never ask|keep it private|keep this code|did not request|didn't request|didn't ask|did not ask|didn't make this|did not make this|if this wasn't you|if you didn't|if you did not|wasn't you|ignore this|disregard|safely ignore|did not initiate|didn't try|not attempt*
切勿|请勿|勿泄露|不要告诉|不要透露|不要转发|勿将|勿告知|泄露给|非本人|不是您本人|不是你本人|忽略|请忽略|并非您|並非您|請勿|勿洩|若非|如非
心当たりがない|心当たりのない|お心当たり|教えないで|共有しない|第三者|破棄|무시|공유하지|알려주지|본인이 아닌|요청하지 않|유출
nicht weiter|niemals weiter|ignorieren|nicht angefordert|nicht angeforde*|ne partagez|ne communiquez|ne le partagez|ignorez|ignorer|pas a l'origine|no compartas|no comparta|no lo compartas|ignora|ignore|no solicitaste|no has solicitado|no reconoces|nao compartilhe|nao solicitou|nao reconhece|desconsidere|non condivider*|non hai richiesto|non condividere|никому не|не сообщайте|не передавайте|проигнорируйте|не запрашивали|deel deze|negeer|niet aangevraagd|nie udostepniaj|zignoruj|paylasmayin|dikkate almayin|khong chia se|bo qua|jangan bagikan|jangan berikan|abaikan|لا تشارك|تجاهل
read them out|read it out|tell nobody|keep it to yourself|do not tell|don't tell|no one from|our staff will never|not you?|wasn't this you|keine auskunft|niemandem|niemand|weder am telefon|teilen sie|geben sie * nicht|nicht mitteilen|nicht weiterleiten|falls sie nicht|wenn sie nicht|nicht von ihnen|nicht du|warst du das nicht
personne ne|a personne|ne donnez|ne transmettez|si ce n'est pas vous|si vous n'avez pas|pas demande|ce n'etait pas vous|no se lo|no lo des|no la compartas|a nadie|si no fuiste|si no has sido|si no lo pediste|si no fue usted|nadie|no fuiste vos|nao partilhe|nao divulgue|ninguem|se nao foi|nao pediu|ignore este|non comunicar*|non lo comunichi|nessuno|se non sei stato|non l'hai richiesto|non hai fatto|ignori|ignora questa
niemand|niet delen|niet jij|niet u|was u dit niet|was jij dit niet|geef deze|dela inte|lamna inte|om det inte var du|beratta inte|inte bett om|ignorera|aldrig|del ikke|del aldrig|hvis det ikke var dig|ikke bedt om|se bort fra|ignorer*|ikke del|aldri|er ikke dette deg|hvis det ikke var deg|ala jaa|ala kerro|al kerro|jos et|et pyytanyt|kukaan|ne adja|ne ossza|ne arulja|senkinek|ha nem on|ha nem te|hagyja figyelmen
nesdelujte|nikomu|nesdilejte|neposilejte|pokud jste|nezadal*|ignorujte|nebyl jste|nikomu nie|nie podawaj|nie udostepni*|nie przekazuj|jesli to nie|zignoruj|nu divulga*|nu comunica*|nimanui|nu da nim*|daca nu ati|daca nu ai|ignora*|не споделя*|на никого|никому|не казвай*|ако не сте|не съобщ*|не показыва*|если это не|если вы не|нікому|не повідомл*|не передавай*|якщо це не|якщо ви не|проігнор*
μην το*|μην κοινοποι*|μη δωσετε|μην δωσετε|σε κανεναν|αν δεν*|αγνοηστε|kimseyle|kimseye|paylasma*|okutma|siz degilseniz|siz yapmad*|dikkate alma*|khong chia se|khong cung cap|dung chia se|khong dua|neu khong phai|bo qua|jangan*|abaikan|bukan anda|tidak merasa
ห้าม|อย่าบอก|อย่าให้|ไม่ได้ขอ|ถ้าไม่ใช่คุณ|หากไม่ใช่|ไม่บอกใคร|किसी को|साझा न|न बताएं|न बताएँ|नहीं माँगता|नहीं मांगता|आपने नहीं|अनदेखा|لا تشارك|لا تعط|لا تخبر|اي شخص|تجاهل|لم تطلب|اذا لم|אל תשתף|לא למסור|אין למסור|אל תמסור|לאף אחד|אם לא|התעלם|לא ביקשת
`,
  /** Mentions codes in general, or promises something about them. */
  warn: `
never ask|will not ask|won't ask|ask you for|asks for|asking for|asked for|never share|do not share|don't share|never give|do not give|do not forward
不会索取|不会向您|不会要求|不會要求|不會向您|索要|切勿|请勿|請勿|不要告诉|勿泄露|勿将|谨防|警惕
お尋ねすることは|聞くことは|お聞きする|求めることは|教えないで|묻지|요구하지|요청하지 않습니다|알려주지
niemals nach|nie nach|fragen sie nie|weitergeben|ne vous demandera|ne demanderons|jamais|nunca|no te pediremos|nao pediremos|mai|non chiederemo|никогда не|не сообщайте|nooit|nigdy|asla|khong bao gio|tidak akan|لن نطلب|لا تشارك
will never ask|never ask you|nikdy|nikdy po vas|sosem ker*|soha|ei koskaan|koskaan|niciodata|никога|ніколи|ποτε|hicbir zaman|khong bao gio|tidak pernah|ไม่เคยขอ|ไม่ขอ|कभी नहीं|لن نطلب|לעולם לא|aldri|aldrig|nunca|mai|nigdy|jamais
`,
  /** The code is an old one. */
  stale: `
has expired|have expired|is expired|expired|no longer valid|no longer works|previous code|old code|earlier code|last code|superseded|cancelled|canceled|revoked|void|was used|has been used|already used|replaces|can't be used any|cannot be used any|no longer be used|will not work|won't work|any more|is void|are void|does not work any
已失效|已过期|已過期|已作废|旧验证码|不再有效|无法再用|不能再用|已经失效|作废|旧码|之前的验证码|上一个验证码|上次的验证码|先前的驗證碼|舊驗證碼|旧的|原验证码|已使用
無効になりました|期限が切れ|期限切れ|以前の|前回の|無効です|使えません|使用できません|만료된|만료되었|이전 코드|이전 인증|이전에 보내|더 이상 사용|사용할 수 없
abgelaufen|nicht mehr gultig|ungultig|geht nicht mehr|gilt nicht mehr|alte code|alten code|frühere|a expire|n'est plus valable|n'est plus valide|ancien code|precedent code|ne fonctionne plus|n'est plus utilisable|code precedent|ha caducado|ha expirado|ya no es valido|codigo anterior|ya no sirve|ya no funciona|expirou|nao e mais valido|scaduto|non e piu valido|codice precedente|истек|недействителен|больше не действ*|предыдущий код|больше не работает|уже не действ*|старый код|verlopen|wygasl|suresi doldu|het han|kedaluwarsa
timed out|the first one|no good any more|gone stale|replaced|ersetzt durch|gesperrt|verfallen|die alte|der alte|widerrufen|ersetzt|perime|perimee|l'ancien|l'ancienne|annule|annulee|remplace|ne passera plus|caducado|anulado|anulada|vencido|el anterior|la anterior|ya no vale|no sirve|reemplazad*|o anterior|a anterior|sem efeito|substituid*|vencid*|cancelad*|caducou|deixou de|non va piu|annullat*|il vecchio|vecchio|sostituit*|non vale piu|precedente|non funziona piu|scadut*
ongeldig|verlopen|vervallen|de oude|oude|oud|gooi die|werkt niet meer|ingetrokken|vervangen|galler inte|ogiltig*|har gatt ut|gatt ut|den gamla|tidigare|upphort|makulerad*|ugyldig*|udlobet|den gamle|tidligere|trukket tilbage|trukket tilbake|utlopt|annullert|annulleret|virker ikke mere|virker ikke lenger|er død
vanhentu*|vanha|edellinen|mitatoi*|ei kelpaa|ei enaa|lejart*|a regi|elozo*|ervenytelen*|mar nem|visszavon*|nem el|elso levelunk|masodik levelunk|neplatn*|propadl*|stary|stare|stara|predchozi|zrusen*|vyprsel*|uniewazni*|niewazn*|wygasl*|poprzedni*|wczesniej*|anulowan*
anulat*|expirat*|vechi*|vechiul|celui vechi|anterior*|invalid*|nu mai|inlocuit*|изтекъл*|изтекло|изтече|невалид*|старо*|старият|предишн*|анулиран*|отменен*|аннулирован*|недействит*|просроч*|прежн*|предыдущ*|прошл*|старый|старого|сгорел*|отозван*|анульован*|скасован*|недійсн*|прострочен*|попередн*|старий|стара|втратив*
ακυρ*|ληγμεν*|εληξ*|παλι*|προηγουμεν*|δεν ισχυει|eski*|gecersiz*|iptal*|suresi dol*|onceki*|da huy|huy bo|het hieu luc|da het han|cu roi|ma cu|day cu|khong con|tidak berlaku|kedaluwarsa|dibatalkan|sebelumnya|yang lama|hangus
ยกเลิก|หมดอายุแล้ว|ชุดเดิม|อันเก่า|รหัสเดิม|ใช้ไม่ได้|निरस्त|रद्द|पुराना|पुरानी|अमान्य|समाप्त हो|ملغى|ملغي|منتهي|القديم|السابق|الغي|الغاء|לא בתוקף|פג תוקף|בוטל|הקודם|הישן|פג
已取消|已替换|先前|之前那|上一条|上一封|舊的|已失效|취소|폐기|지난 번|예전|무효|破棄済|取消済|旧|古い
`,
  /** The number only illustrates. */
  sample: `
!示例科技|!示例银行|!示例公司|!示例网|!示例平台|!示例商城|!示例团队|!示例通信|!【示例|for example|e.g.|for instance|such as|looks like|look like|something like|sample|example|scam*|phish*|fraud*|texts saying|messages like
例如|比如|譬如|示例|样例|类似|范例|例如:|诈骗|骗子|骗局|钓鱼短信|詐騙|例えば|たとえば|不審なメール|などと書かれ|装った|詐欺|예를 들어|예시|사기|피싱
zum beispiel|z.b.|beispiel|par exemple|exemple|por ejemplo|ejemplo|por exemplo|exemplo|ad esempio|esempio|например|bijvoorbeeld|na przyklad|ornegin|vi du|misalnya|contoh|fraude|truffa|betrug*|мошенник*
napriklad|napr.|ukazka|na przyklad|np.|przyklad*|peldaul|pl.|pelda|esimerkiksi|esim.|esimerkki|de exemplu|ex.|exemplu|например|да речем|примерно|напр.|пример|скажем|к примеру|допустим|наприклад|приміром|скажімо|παραδειγμα|π.χ.|ornegin|mesela|ornek|vi du|chang han|misalnya|misal|contoh|umpamanya|เช่น|ตัวอย่าง|สมมติ|जैसे|उदाहरण|मान लीजिए|مثلا|مثل|على سبيل|לדוגמה|לדוגמא|למשל|till exempel|t.ex.|exempelvis|for eksempel|f.eks.|eksempelvis|bijvoorbeeld|bijv.|stel dat|por ejemplo|digamos|p. ej.|por exemplo|p. ex.|ad esempio|per esempio|poniamo|par exemple|disons|beispielsweise|etwa
`,
}
