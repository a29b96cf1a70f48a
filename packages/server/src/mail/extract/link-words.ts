/** Words on and around links: the effect of opening a link, and effects that exclude it. */

export const LINK_WORDS = {
  /** A link with these words is never the right one. */
  refuse: `
unsubscribe|opt out|opt-out|manage preferences|email preferences|notification settings|preferences|privacy|terms|help|support|contact us|faq|learn more|read more|view in browser|view online|web version|view this email|download|app store|google play|blog|report|wasn't me|was not me|not me|not you|wasn't you|didn't request|did not request|didn't do this|this wasn't|secure your account|secure account|secure my account|!contact information|!contact address|!解除冻结|!解除凍結|!contact details|!contact info|!contact email|review activity|check activity|review|cancel|deny|decline|reject|no, |block|lock my account|disavow|remove my|delete this request|security settings|account settings|see details|view order|track|home page|homepage|about us|rsvp|donate|shop|buy|upgrade|view|status page|freeze|dispute|i don't recognize|unrecognized|stop receiving|don't want
退订|取消订阅|退訂|取消訂閱|不是我|不是本人|非本人|并非本人|並非本人|不是您|举报|舉報|檢舉|帮助|幫助|客服|联系我们|聯絡我們|隐私|隱私|条款|條款|在浏览器|在瀏覽器|网页版|下载|下載|查看详情|查看订单|了解更多|冻结|凍結|撤销|撤銷|拒绝|拒絕|取消|锁定|官网|首页|常见问题|偏好设置|立即购买|去看看|保护账号|保护账户|申诉|投诉
配信停止|購読解除|登録解除|心当たりがない|身に覚え|お問い合わせ|ヘルプ|プライバシー|利用規約|規約|詳細|よくある質問|ブラウザで|自分ではない|キャンセル|拒否|報告|ブロック|アカウントを保護|수신거부|구독 취소|본인이 아|내가 아|고객센터|도움말|개인정보|약관|자세히|신고|취소|거부|차단|계정 보호
abmelden|abbestell*|datenschutz|hilfe|impressum|agb|kontakt|im browser|war ich nicht|nicht ich|melden sie dies|melden sie es|melden sie uns|ablehnen|sperren|mehr erfahren|einstellungen|konto schutzen
se desinscrire|desabonn*|desinscr*|confidentialite|aide|contact*|mentions legales|dans votre navigateur|pas moi|ce n'etait pas|signaler|en savoir plus|refuser|bloquer|annuler
darse de baja|cancelar|anular|privacidad|ayuda|no fui yo|no he sido|no soy yo|reportar|denunciar|rechazar|bloquear|mas informacion|en el navegador|descadastr*|privacidade|ajuda|nao fui eu|nao reconhec*|recusar|saiba mais|no navegador|preferencias
disiscri*|annulla|aiuto|assistenza|contatt*|non sono stato|non sono io|segnala|rifiuta|blocca|scopri di piu|nel browser|preferenze
отписаться|отпис*|конфиденциальност*|помощь|поддержк*|справк*|это не я|не я|не вы|сообщить|пожаловаться|отклонить|заблокировать|подробнее|отменить|в браузере|настройки
afmelden|uitschrijven|hulp|niet ik|weigeren|wypisz*|pomoc|to nie ja|odrzuc|abonelikten|yardim|ben degilim|huy dang ky|tro giup|khong phai toi|berhenti berlangganan|bantuan|bukan saya|إلغاء الاشتراك|مساعدة|لست أنا
odhlasit*|odhlaste|zrusit odber|nebyl jsem to|nejsem to ja|nezadal*|o nic jsem nezadal|zamitnout|odmitn*|zablokov*|nastaveni|napoveda|podmink*|kontakt*|ochran*
wypisz*|zrezygnuj|rezygnuj*|to nie ja|nie prosil*|odrzuc*|zablokuj*|ustawien*|pomoc*|regulamin|polityk*|nie chce
leiratkoz*|nem en voltam|nem en kertem|elutasit*|letilt*|beallit*|segitseg|adatvedel*|kapcsolat|torles|torold|torolje
peruuta*|en se mina ollut|en ollut mina|en pyytanyt|hylkaa|esta|asetukset|ohje*|tietosuoja*|yhteystied*|poista|tilaus
dezabon*|nu am fost eu|n-am cerut|nu am cerut|nu eu|respinge*|refuz*|blocheaz*|setari|ajutor|preferinte|anuleaza|confidentialitate|sterge*
отпис*|не бях аз|не съм аз|не съм поиск*|откаж*|отхвърл*|блокир*|заключ*|настройк*|помощ*|поверителност|изтрий*
не запрашивал*|не просил*|удалить|удалите|отменит*|заблокируй*|не мой|это был не я|не регистрировал*
відпис*|не писати|це не я|це був не я|не запитував*|не просив*|відхил*|заперечу*|заблок*|скасув*|налаштуван*|допомог*|довідк*|конфіденц*|видалит*
διαγραφ*|δεν ημουν εγω|δεν το ζητησα|δεν ειμαι εγω|απορριψ*|ακυρω*|μπλοκαρ*|ρυθμισεις|βοηθεια|απορρητ*|επικοινων*
avregistrer*|avprenumerer*|det var inte jag|inte jag|jag bad inte|neka|avvisa|blockera|sparra|installningar|hjalp|integritet*|avbryt*|avsluta prenum*|ta bort|radera
afmeld*|det var ikke mig|ikke mig|afvis*|spær*|sparr*|indstillinger|hjælp|privatliv*|fortryd|annuller*|slet|slette
avmeld*|meld deg av|det var ikke jeg|ikke meg|ikke deg|avvis*|sperr*|steng*|innstillinger|hjelp|personvern*|avbryt*|slett*
uitschrijv*|afmeld*|dit was ik niet|ik was dit niet|afwijz*|weiger*|blokkeer*|instellingen|privacy*|annuleer*|verwijder*
listeden cik*|aboneliğ*|ben degilim|ben yapmadim|istemedim|reddet*|engelle*|iptal*|ayarlar|yardim|gizlilik|sil*
huy dang ky|khong phai toi|toi khong yeu cau|tu choi|chan|khoa tai khoan|cai dat|tro giup|huy bo|huy yeu cau
berhenti berlangganan|bukan saya|saya tidak|tolak|blokir|batalkan|pengaturan|bantuan|kebijakan|hapus
ไม่ใช่ฉัน|ยกเลิก|เลิกรับ|ปฏิเสธ|บล็อก|ตั้งค่า|ช่วยเหลือ|หน้าแรก|รายงาน
मैंने नहीं|यह मैं नहीं|सदस्यता समाप्त|अनसब्सक्राइब|अस्वीकार|ब्लॉक|रद्द|सहायता|सेटिंग|मदद|मैं नहीं
لم اطلب|لست انا|ليس انا|الغاء|رفض|حظر|الاعدادات|المساعدة|الخصوصية|الغه|حذف
זה לא אני|לא אני|לא ביקשתי|להסרה|הסרה|ביטול|לדחות|חסימה|הגדרות|עזרה|פרטיות|דיווח
no era yo|yo no fui|esta no es|no pedi|eliminar|borrar|nao era eu|nao pedi|apagar|eliminar|non l'ho chiesto|non ero io|elimina|cancella|ce n'est pas moi|supprimer|je n'ai rien demande|das war ich nicht|nein sagen|loschen|nuke|panic|lock it
`,
  /** Opening it verifies, confirms or activates. */
  verify: `
!verification code|!confirmation code|!activation code|!验证码|!驗證碼|!激活码|!认证码|!確認碼|!认证方式|!認証コード|!確認コード|!認証番号|!인증번호|!인증코드|!인증 코드|!codigo de verificacion|!codigo de confirmacion|!код подтверждения|verify|verifying|confirm|confirming|activate|activating|validate|verification link|confirmation link|activation link|complete registration|complete your registration|complete sign up|complete your sign-up|finish signing up|finish sign up|finish setting up|complete signup|yes, it's me|yes, this was me|it was me|approve|authorize|authorise|allow sign-in|allow login|trust this device|unlock my account|unlock your account|unlock account|reactivate|opt in|yes, subscribe|subscribe me|verify email|confirm email|yes, use|it's me|yes, that's me|yes, that was me|stay subscribed|subscribe to
验证|驗證|激活|启用|啟用|啟動|确认|確認|完成注册|完成註冊|认证|認證|验证邮箱|批准|允许登录|授权登录|授权此|是我本人|是我操作|解锁|解鎖|开通账|開通帳|绑定邮箱|綁定信箱|綁定電子郵件|点此绑定|完成绑定|完成綁定|我要订阅|我要訂閱|确认订阅|是我，|是我,|是本人|同意并继续
認証|有効化|有効にする|手続きを完了|変更を完了|本登録|登録を完了|登録完了|アクティベート|承認|メールアドレスの確認|会員登録を|ロックを解除|登録を確定|登録の確定|登録します|登録を完了する|確定する|確定してください|手続きを続ける|私です|購読を確定|申し込みを確定|お申込みを確定
인증|확인|활성화|해제|가입이 완료|완료됩니다|완료하기|가입 완료|가입을 완료|승인|등록 완료|이메일 인증|잠금 해제|본인입니다|제가 맞습니다
bestatigen|bestatige|bestatigung|verifizieren|verifiziere|aktivieren|aktiviere|aktivierung*|registrierung abschliessen|registrierung abschließen|freischalten|freigeben|ja, das war ich|genehmigen|entsperren|ich war das|ich bin es|das bin ich|ja, ich war
confirmer|confirmez|confirme|verifier|verifiez|activer|activez|valider|validez|finaliser mon inscription|finalisez|autoriser|debloquer|je confirme|j'autorise|j'accepte|autorise|c'est moi|c'est bien moi|oui, c'est|terminer mon inscription
confirmar|confirma|verificar|verifica|verifique|activar|activa|active|validar|valida|completar registro|completar el registro|completa tu registro|autorizar|aprobar|desbloquear|ativar|ative|soy yo|he sido yo|si, fui yo|sou eu|fui eu mesmo|concluir cadastro|aprovar
conferma|confermare|verificare|attiva|attivare|convalida|completa la registrazione|autorizza|approva|sblocca|sono io|sono stato io|sono stata io
подтвердить|подтвердите|подтверждени*|активировать|активируйте|активаци*|завершить регистрацию|завершите регистрацию|завершения регистрации|верифи*|одобрить|разблокировать|это я|да, это|підтвердити|підтвердьте|підтверджен*|активувати|завершити реєстрацію
bevestig*|verifieer*|verifieren|activeer|activeren|potwierdz*|zweryfikuj|aktywuj*|aktywacj*|aktywow*|to ja|tak, to ja|ik was het|ja, dit ben ik|aktywuj|dogrula*|onayla*|etkinlestir*|aktif*|xac nhan|xac minh|kich hoat|verifikasi|konfirmasi|aktifkan|aktivasi|تأكيد|تفعيل|تحقق|التحقق|bekrafta|bekreft*|bekræft*|vahvista|potvrdit|overit|megerosit*|confirmati
finish registration|finish joining|prove it|wake it up|prove that this is|yes it is me|yes, that is me|keep me signed up
ja sagen|konto freischalten|adresse bestatig*|freigabe erteilen|oui c'est moi|prouver|rattacher|soy quien|di que si|sim, sou eu|sou eu sim|si, sono io|dimostra*
potvrd*|potvrzeni|overit|overte|overeni|aktivov*|aktivujte|aktivac*|dokoncit registraci|dokoncete registraci|jsem to ja|ano, jsem to ja|schval*|odemkn*
potwierdz*|potwierdzen*|weryfik*|aktyw*|dokoncz rejestr*|zatwierdz*|odblokuj*|to ja
megerosit*|megerositem|ellenoriz*|aktival*|aktivald|regisztracio befejez*|igazol*|jovahagy*|en vagyok|en voltam|feloldas*
vahvista*|vahvistus*|vahvistatte|aktivoi*|varmenna*|viimeistele*|hyvaksy*|mina se olin|avaa lukitus
confirma*|verifica*|activa*|activeaza*|finaliza*|valida*|eu sunt|aproba*|debloc*
потвърд*|потвържд*|активир*|завърш* регистрац*|удостовер*|това съм аз|одобр*|отключ*
подтвержд*|подтвердит*|активир*|привязать|привяж*|это был я|да, это я|завершит*|одобр*|разблокир*
підтверд*|підтвердж*|активув*|активац*|завершит*|погоджуєт*|це я|схвал*|розблок*|верифік*
επιβεβαιω*|επαληθευ*|ενεργοποι*|ολοκληρω*|ειμαι εγω|εγω ειμαι|εγκρι*|ξεκλειδω*
bekrafta*|bekraftar*|verifiera*|aktivera*|slutfor*|godkann*|det ar jag|det var jag|las upp
bekræft*|verificer*|aktiver*|færdiggør*|fuldfør*|godkend*|det er mig|det var mig|sig ja|las op|lås op
bekreft*|verifiser*|aktiver*|fullfor*|godkjenn*|det er meg|det var meg|lås opp
bevestig*|verifi*|activer*|activeer*|voltooi*|goedkeur*|keur goed|dat ben ik|ontgrendel*
onayla*|onayliyorum|dogrula*|etkinlestir*|aktif*|tamamla*|evet, benim|benim|kilidi ac*
xac nhan*|xac minh|xac thuc|kich hoat|hoan tat dang ky|phe duyet|dung la toi|mo khoa
konfirmasi*|verifikasi*|aktifkan|aktivasi|selesaikan pendaftaran|setujui|ini saya|benar saya|buka kunci
ยืนยัน|เปิดใช้งาน|อนุมัติ|ใช่ ฉันเอง|ปลดล็อก|เสร็จสิ้นการสมัคร
पुष्टि|सत्यापित|सत्यापन|सक्रिय|एक्टिवेट|स्वीकृत|हाँ, मैं|अनलॉक
تاكيد|تأكيد|اكد|تفعيل|فعل|تحقق|التحقق|موافقة|اعتماد|نعم، انا|فتح القفل
אישור|לאישור|אשר|לאשר|אימות|לאמת|הפעל|הפעלת|להפעיל|כן, זה אני|זה אני|שחרור
`,
  /** Says yes to what the subject asks. */
  yes: `
yes, i|yes, please|yes please|yes, sign me|count me in|是的|好的，|はい、|はい，|네, |예, |ja, ich|ja, bitte|oui, je|oui, merci|si, quiero|si, acepto|sim, quero|si, voglio|да, я|да, хочу|tak, chce|ja, ik|evet, 
`,
  /** Opening it starts a new password. */
  reset: `
reset|resetting|choose a new password|set a new password|create a new password|create new password|set new password|set your password|set password|set up your password|forgot your password|forgot password|forgotten password|create your password|new password|recover my account|recover your account|recover account|restore access
重置密码|重设密码|密码找回|密碼找回|取回密码|取回密碼|重設密碼|重置|重设|重設|设置密码|設定密碼|忘记密码|忘記密碼|设置新密码|設定新密碼|找回密码|找回帐号|恢复账号
再設定|リセット|다시 설정|パスワードをお忘れ|비밀번호를 잊|パスワードを設定|新しいパスワード|재설정|비밀번호 변경|새 비밀번호|비밀번호 설정
zurucksetzen|zurucksetz*|passwort vergessen|kennwort vergessen|neues passwort|passwort festlegen|passwort andern|passwort vergeben|neues kennwort|kennwort andern
reinitialis*|nouveau mot de passe|mot de passe oublie|olvidaste tu contrasena|contrasena olvidada|esqueceu|definir mon mot de passe|restablecer|restablece|nueva contrasena|crear contrasena|cambiar contrasena|cambiar mi contrasena|redefinir|redefina|nova senha|criar senha|alterar senha
reimposta|reimpostare|password dimenticata|ripristina|nuova password|imposta password|crea password|cambia password
сбросить|сброс*|забыли пароль|смена пароля|смены пароля|восстановить|восстановлен*|новый пароль|задать пароль|сменить пароль|новий пароль|створити новий пароль|скинути пароль|скидання пароля|відновити|відновлен*|встановити пароль
wachtwoord instellen|opnieuw instellen|nieuw wachtwoord|zresetuj|resetuj|nowe haslo|ustaw haslo|sifrla|sifirla*|yeni sifre|dat lai|mat khau moi|atur ulang|kata sandi baru|إعادة تعيين|كلمة مرور جديدة|aterstall*|tilbakestill*|nulstil|obnovit heslo
obnovit heslo|obnoveni hesla|nove heslo|zmenit heslo|nastavit heslo|zapomenute heslo|zmena hesla|haslo na nowo|nowe haslo|zmien haslo|ustaw nowe haslo|reset hasla|uj jelszo*|jelszo visszaallit*|jelszocsere*|elfelejtett jelszo|allithat be|jelszot
vaihda salasana|uusi salasana|nollaa*|palauta salasana|aseta salasana|unohtunut salasana|parola noua|reseteaz*|resetare*|schimba parola|seteaza parola|ai uitat parola|нова парола|смяна на парола*|смени парола*|забравена парола|нулиране
новый пароль|сменить пароль|придумать пароль|задать пароль|новий пароль|змінити пароль|скинути|νεος κωδικος|νεο συνθηματικο|νεο κωδικο|επαναφορα|αλλαγη κωδικου|ορισμος|οριστε νεο
nytt losenord|byt losenord|valj losenord|aterstall*|valj ett nytt|ny adgangskode|nulstil*|vælg ny*|nyt kodeord|nytt passord|sett nytt|tilbakestill*|velg nytt|wachtwoord herstellen|nieuw wachtwoord|wachtwoord kiezen|wachtwoord wijzigen
yeni sifre*|sifre sifirla*|sifremi sifirla|parola belirle|sifre belirle|mat khau moi|dat lai|doi mat khau|tao mat khau|kata sandi baru|atur ulang|setel ulang|buat kata sandi|รีเซ็ต|ตั้งรหัสผ่านใหม่|รหัสผ่านใหม่|नया पासवर्ड|पासवर्ड रीसेट|रीसेट|पासवर्ड बदल|كلمة مرور جديدة|اعادة تعيين|تعيين كلمة|סיסמה חדשה|איפוס|לאפס|בחירת סיסמה
`,
  /**
   * Offers a new password: because the reader asked for it, or as advice after a theft. The subject tells
   * which.
   */
  change: `
change password|change your password|change my password|change it now
修改密码|更改密码|變更密碼|修改密碼|パスワードを変更|changer mon mot de passe|modifier mon mot de passe|изменить пароль|wachtwoord wijzigen|zmien haslo|sifremi degistir
`,
  /** Opening it signs in. */
  signin: `
sign in|sign-in|signin|log in|login|log-in|magic link|access your account|access my account|continue to|sign me in|log me in|let me in|get in|take me in
登录|登入|登陆|登錄|一键登录|立即登录|ログイン|サインイン|로그인
anmelden|melden sie sich|melde dich|meldest du dich|einloggen|anmeldelink|login-link|se connecter|connectez-vous|me connecter|connexion|iniciar sesion|inicia sesion|acceder|entrar|fazer login|acessar|accedi|accedere|войти|вход|увійти|entra en|entra a|inloggen|zaloguj*|giris yap|dang nhap|masuk|تسجيل الدخول|logga in|logg inn|log ind
prihlas*|prihlasit*|vstoupit|zaloguj*|logowan*|wejdz|bejelentkez*|belep*|lepjen be|lepj be|kirjaudu*|sisaan|intra|intra in cont|conecteaza*|autentific*|влез*|вход|вхід|увійти|увійд*|зайти|войти|войдите
συνδεσ*|συνδεθ*|εισοδος|μπες|μπειτε|logga in|inloggning*|log ind|logg inn|logg deg inn|inloggen|aanmelden|giris*|oturum ac|dang nhap|vao|vao ngay|masuk|login|เข้าสู่ระบบ|เข้าระบบ|ล็อกอิน|เข้าใช้งาน|लॉगिन|लॉग इन|साइन इन|प्रवेश|دخول|الدخول|ادخل|كניסה|כניסה|להיכנס|היכנס|התחבר
sign me in|take me in|let me in|connecte-moi|entrar|ingresar|entra|iniciar sessao|entro|fammi entrare|reinkommen|direkt rein
`,
  /** Tells nothing by itself; the words around it count. */
  generic: `
click here|here|copy this|copy and paste|paste|browser|this link|following page|this page|page below|link below|the link|follow|link|click|tap here|click below|button|continue|get started|open|proceed|go|press here|complete|yes|finish|accept
点击这里|点击此处|复制|粘贴|貼上|複製|此处|这里|链接|点此|点我|點擊這裡|点选|點選|点按|點按|点开|點開|打開|以下页面|下方链接|下列|點擊此處|點此|此連結|連結|继续|下一步|立即前往|打开
こちら|リンク|クリック|コピー|貼り付け|복사|붙여넣|눌러|続行|次へ|여기|링크|클릭|주소로|다음 주소|들어가|바로가기|계속
hier|klicken|weiter|klick*|offnen sie|offne|folgen sie|folgende seite|schaltflache|lien|ici|copiez|navigateur|cliquez|ouvrez|suivez|bouton|cliquer|continuer|aqui|enlace|copia esto|navegador|clic|haz clic|abre|abra|visita|pulsa|continuar|clique|qui|clicca|continua|сюда|здесь|скопируйте|браузер*|ссылк*|нажмите|перейти|перейдите|откройте|открыть|посилання|натисніть|перейдіть|продолжить|klik*|tutaj|otworz|kliknij|buraya|tiklayin|day|nhan vao|di sini|klik|tautan|هنا|اضغط|الرابط
kliknete|klikni*|zde|odkaz*|tlacit*|otevr*|klepn*|pokracov*|kattints*|kattintson|ide|itt|hivatkozas*|link*|gomb*|megnyit*|folytat*|klikkaa*|napauta*|tasta|taalla|linkki*|painik*|avaa|jatka*
apasa*|apasati|aici|legatura*|accesati|acceseaza|buton*|deschide*|continua*|щракн*|натисн*|тук|връзк*|линк*|бутон*|отвор*|продълж*|кликн*|нажми*|ссылк*|кнопк*|тут|тисн*|натисн*|посилан*|кнопк*|відкрий*|продовж*|перейд*
πατηστε|πατα|εδω|συνδεσμ*|κουμπι*|ανοιξτε|ανοιξε|συνεχ*|klicka*|har|lank*|knapp*|oppna*|fortsatt*|tryck*|klik*|her|link*|knap*|åbn*|fortsæt*|tryk*|klikk*|trykk*|lenk*|snarvei*|åpne*|fortsett*|klik*|hier|koppeling*|knop*|open*|ga verder|druk
tikla*|dokun*|buraya|baglanti*|buton*|dugme*|ac|acin|devam*|nhan vao|bam vao|bam|o day|lien ket|duong dan|nut|mo|tiep tuc|klik|ketuk|tekan|di sini|tautan|tombol|buka|lanjut*|คลิก|กด|แตะ|ที่นี่|ลิงก์|ปุ่ม|เปิด|ดำเนินการต่อ|क्लिक|यहाँ|यहां|दबाएँ|दबाएं|लिंक|बटन|खोलें|जारी|انقر|هنا|اضغط|الرابط|زر|افتح|متابعة|לחצו|לחץ|לחיצה|כאן|קישור|כפתור|פתחו|המשך
tocco|toque|un toque|tap|este enlace|esta pagina|cette page|questa pagina|questo link|dieser link|este link|antippen|tippen
`,
  /** Names a thing that a reader confirms but that is neither an account nor an address. */
  elsewhere: `
!in order to|order|receipt of|appointment|attendance|rsvp|booking|reservation|delivery|availability|interview|meeting|offer|discount|coupon|trial|savings|reward|bonus|card|warranty|invoice|shift|your seat|slot|invitation|join|workspace|poll|survey|feature
收货|订单|預約|预约|出席|参会|参加|到场|面试|行程|优惠|优惠券|试用|会员权益|礼包|卡片|发票|订座|收貨|訂單|参与|報名|报名
注文|予約|面接|配送|クーポン|キャンペーン|特典|招待|주문|예약|참석|면접|배송|쿠폰|혜택|초대
bestellung|termin|buchung|teilnahme|lieferung|gutschein|angebot|einladung|commande|rendez-vous|presence|livraison|offre|bon de|pedido|cita|reserva|asistencia|entrega|oferta|cupon|encomenda|presenca|cupom|ordine|appuntamento|prenotazione|presenza|consegna|offerta|заказ*|!учетной записи на|!учетную запись на|!учетная запись на|запись на|записи на|записаться|брон*|участи*|доставк*|купон*|скидк*
objednavk*|schuzk*|rezervac*|doruc*|faktur*|poukaz*|zamowien*|wizyt*|rezerwac*|dostaw*|rendeles*|idopont*|foglalas*|tilau*|varau*|ajanvarau*|toimitu*|comanda|programar*|rezervar*|livrar*|поръчк*|час за|резервац*|доставк*|замовлен*|запис на|бронюван*|παραγγελι*|ραντεβου|κρατηση|bestallning*|bokning*|tid hos|leverans*|bestilling*|ordre*|aftale|time hos|levering*|afspraak|bestelling|reservering|siparis*|randevu*|rezervasyon*|don hang|lich hen|dat cho|dat phong|pesanan|janji temu|reservasi|นัดหมาย|คำสั่งซื้อ|การจอง|अपॉइंटमेंट|ऑर्डर|बुकिंग|موعد|حجز|الطلب|תור|הזמנה|예약 확정|가예약|검진
`,
  /** Names something of the reader's own: an address or an account. */
  account: `
email|e-mail|email address|account|邮箱|信箱|账号|帐号|账户|帳號|帳戶|メールアドレス|アカウント|이메일|계정|e-mail-adresse|mailadresse|konto|adresse|compte|correo|cuenta|conta|indirizzo|почту|почты|адрес|аккаунт|учетной записи|учетную запись|учетная запись|учетные записи|регистрацию
e-mailov*|ucet|uctu|adresu|adresa|konto|konta|adres*|fiok*|cim|email-cim*|e-mail-cim*|osoite*|sahkoposti*|tili|tilin|cont|contul|adresa|имейл*|профил*|акаунт*|адрес*|пошта|пошти|скриньк*|обліков*|почт*|διευθυνση*|λογαριασμ*|email|e-post*|adress*|konto|kontot|mailadresse*|adresse*|e-mailadres*|account|hesap*|hesab*|e-posta*|adres*|tai khoan|dia chi|thu dien tu|akun|alamat|surel|บัญชี|อีเมล|खाता|ईमेल|पता|الحساب|حساب|البريد|حساب|חשבון|כתובת|דוא"ל|מייל
`,
  /** Introduces a case that does not concern the reader: "if this wasn't you, …". */
  unless: `
if this wasn't you|if it wasn't you|if you didn't|if you did not|wasn't you|didn't make|did not make|didn't change|don't recognize|do not recognize|don't recognise|not authorize|unauthorized|if you don't recognize|if this was not you|was not you|suspicious
如果不是您|如果不是你|若非|如非|非本人操作|不是您本人|不是你本人|并非您|並非您|並非本人|如有疑问|可疑
心当たりがない|心当たりのない|身に覚え|본인이 아|요청하지 않|하지 않으셨
nicht sie|nicht du|nicht angefordert|nicht veranlasst|nicht von ihnen|pas vous|n'etes pas a l'origine|n'avez pas|no fuiste|no has sido|no reconoces|no has realizado|nao foi voce|nao reconhece|nao fez|non sei stato|non hai|non riconosci|не вы|не совершали|не запрашивали|не узнаете|niet jij|niet u|to nie ty|siz degilseniz|khong phai ban|bukan anda|لم تكن
pokud jste|nezadal*|jesli to nie|nie prosil*|ha nem on|ha nem te|jos et|ellette|jos ette|daca nu|ако не сте|если это не|если вы не|якщо це не|якщо ви не|не ваш|αν δεν|om du inte|om det inte|hvis du ikke|hvis det ikke|als u dit niet|als jij|siz degilseniz|sen istemediysen|neu khong phai|jika bukan|หากไม่ใช่|ถ้าไม่ใช่|यदि आपने नहीं|अगर आपने नहीं|اذا لم|ان لم|אם לא|signed up by mistake|somebody else did|si no pediste|si no fuiste|se nao foi|se non sei|feil person|om nagon annan|nesouhlas*|заперечу*|falls sie sich nicht
`,
  /** Marks a mail that reports something done. */
  notice: `
password was changed|password has been changed|password changed|was updated|has been updated|has been reset|new sign-in|new login|new device|unusual|sign-in attempt|security alert|signed in|we noticed|welcome back|was reset|successfully
密码已修改|密码已更改|已重置|密码修改成功|异地登录|登录提醒|新设备登录|登录通知|登入通知|安全提醒|密碼已變更|修改成功|变更成功
変更されました|変更しました|新しい端末|ログイン通知|変更完了|변경되었|새로운 로그인|로그인 알림|변경 완료
wurde geandert|neue anmeldung|a ete modifie|nouvelle connexion|ha sido cambiada|se ha cambiado|nuevo inicio de sesion|foi alterada|novo acesso|e stata modificata|nuovo accesso|был изменен|изменен|новый вход|вход с нового
heslo bylo zmeneno|bylo zmeneno|nove prihlaseni|haslo zostalo zmienione|zostalo zmien*|nowe logowanie|megvaltozott|uj bejelentkez*|salasana vaihdettiin|on vaihdettu|uusi kirjautuminen|a fost schimbat*|s-a schimbat|conectare noua|беше смен*|променен*|нов вход|было изменен*|изменен*|было смен*|змінено|новий вхід|αλλαξε|νεα συνδεση|har andrats|har bytts|ny inloggning|er ændret|er blevet ændret|nyt login|er endret|ny innlogging|is gewijzigd|nieuwe aanmelding|degistirildi|yeni giris|da duoc thay doi|da doi|dang nhap moi|telah diubah|login baru|ถูกเปลี่ยน|เข้าสู่ระบบใหม่|बदल दिया|नया लॉगिन|تم تغيير|دخول جديد|שונתה|כניסה חדשה|влизане от непознат*
`,
  /** The link itself signs the reader in. */
  magic: `
magic link|sign-in link|sign in link|login link|log-in link|one-time link|link to sign in|link to log in|link below to sign in|link below to log in|button below to sign in|button below to log in|click to sign in|click to log in|secure link|expires in|valid for|will expire|without a password|passwordless|one tap|one click|one-click|no password|works once|same device|single use
登录链接|登入連結|免密登录|免密登入|直接登录|直接登入|无需密码|无需输入密码|無需密碼|一键登录|点击登录|点击下方|点击以下|链接登录|分钟内有效|次有效|小时内有效|分鐘內有效|ログインリンク|ログイン用|パスワード不要|パスワードなし|パスワードを入力せず|サインインリンク|有効期限|로그인 링크|바로 로그인|유효
anmeldelink|ohne passwort|einem klick|mit einem klick|einmallink|einmal-link|login-link|gultig|lauft|lien de connexion|expire|d'un clic|en un clic|sans mot de passe|valable|enlace de inicio|enlace magico|enlace de acceso|un solo clic|sin contrasena|solo vale una vez|mismo dispositivo|caduca|expira|vence|link de acesso|link magico|sem senha|link di accesso|scade|senza password|valido|ссылка для входа|действительна|одним нажатием|в один клик|без пароля|посилання для входу|истека*|inloglink|link do logowania|zonder wachtwoord|bez hasla|giris baglantisi|lien ket dang nhap|tautan masuk|رابط الدخول
bez hesla|jedno kliknuti|jednim kliknutim|jednorazovy odkaz|jednym kliknieciem|link do logowania|jelszo nelkul|egy kattintas*|belepesi link|ilman salasanaa|yhdella napautuk*|kirjautumislinkki|fara parola|un singur click|link de conectare|без парола|едно щракване|без пароля|одним нажатием|в одно касание|одним дотиком|одним кліком|χωρις κωδικο|ενα κλικ|utan losenord|ett klick|inloggningslank|uden adgangskode|et klik|et tryk|uten passord|ett trykk|ett klikk|snarvei*|zonder wachtwoord|een klik|een tik|sifresiz|tek tik*|tek dokun*|giris baglantisi|khong can mat khau|mot cham|lien ket dang nhap|tanpa kata sandi|satu klik|satu ketuk*|tautan masuk|ไม่ต้องใช้รหัสผ่าน|คลิกเดียว|ลิงก์เข้าสู่ระบบ|बिना पासवर्ड|एक क्लिक|बस एक|بدون كلمة|بنقرة واحدة|رابط الدخول|بلا كلمة|בלי סיסמ|ללא סיסמ|בלחיצה אחת|קישור הכניסה|קישור כניסה|burns up after one use|no password needed|sin clave|de un toque|sem palavra-passe|senza parola
platnost|wazny|ervenyes|voimassa|valabil|валид*|дійсн*|действ*|ισχυει|giltig|gyldig|gælder|gjelder|geldig|gecerli|hieu luc|berlaku|ใช้ได้ครั้งเดียว|एक बार|لمرة واحدة|مرة واحدة|תקף|חד פעמי|tek kullanimlik|engang*|en gang|jednou|egyszer*|kerran|sekali
`,
}
