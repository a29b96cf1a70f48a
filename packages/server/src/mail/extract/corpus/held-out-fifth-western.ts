import { big, button, divs, tables } from './held-out-fifth-frames.ts'
import { mail, type Sample } from './sample.ts'

/** The fifth round: English, German, French, Spanish, Russian and further mails that carry a code or a link. */

const foot = '&copy; 2026 Sample Inc., 548 Market St PMB 90210, San Francisco, CA 94104. <a href="https://click.mail.example/unsub?u=1">Unsubscribe</a> | <a href="https://mail.example/privacy">Privacy</a>'

const english: Sample[] = [
  mail('en bank passcode', 'Your secure passcode', '184402', null, tables('Do not share this passcode', ['Hi Daniel,', 'Use this one-time passcode to approve the payment of <b>$1,240.50</b> to ACME HARDWARE #2231 from account ending 7745:', big('184402'), 'It expires at 3:45 PM ET. We will never call you to ask for it. Questions? 1-800-555-0199.'], foot)),
  mail('en g prefix', 'Google-style code', 'G-583920', null, 'G-583920 is your Sample verification code. Don\'t share it with anyone.'),
  mail('en dev platform device', '[DevHub] Please verify your device', '019384', null, 'Hey octo-mia!\n\nA sign in attempt requires further verification because we did not recognize your device.\n\nDevice: Firefox on Linux\nVerification code: 019384\n\nIf you did not attempt to sign in, visit https://devhub.example/settings/security to change your password.\n\nThanks,\nThe DevHub Team'),
  mail('en game guard', 'Your Vapor account: access from new computer', 'RX7PD', null, tables('', ['Dear mk_player,', 'Here is the Vapor Guard code you need to log in to account mk_player:', '<table><tr><td style="font-size:36px;background:#17191c;color:#fff">RX7PD</td></tr></table>', 'This email was generated because of a login attempt from a computer located at 198.51.100.9 (US).'], foot)),
  mail('en no name', 'Finish signing in', '773 019', null, divs(['Enter this on the sign-in page:', '<b>773 019</b>', 'Good for 10 minutes.'], foot)),
  mail('en subject only', '446720 is your Chirp login number', '446720', null, divs(['Hi there,', 'You will find what you need in the subject line of this message.', 'Thanks, Chirp'], foot)),
  mail('en spelled spaces', 'Confirm your email', '9 0 2 7 1 5', null, divs(['Your confirmation code:', '9 0 2 7 1 5', 'Paste it into the app within 20 minutes'], foot)),
  mail('en two codes', 'Updated code', '730094', null, 'Hello,\n\nYour previous code 551208 has been cancelled and will no longer work.\nYour new code is 730094.\n\nHelp desk, Lakeside Credit Union'),
  mail('en reply', 'Re: I never got the code', '204976', null, 'Hi Jo,\n\nSorry about that! I just triggered a fresh one for you: your verification code is 204976.\n\nBest,\nAmit (Ticket #88213)\n\nOn Sat, Nov 14, 2026 at 9:12 AM Jo <jo@x.example> wrote:\n> My code 118822 says it is expired.\n> Order 40019283'),
  mail('en forwarded html', 'Fwd: Your login code', '651 337', null, `<div dir="ltr">fyi, use it quick<br><br><div class="gmail_quote"><div dir="ltr">---------- Forwarded message ---------<br>From: <b>Streamly</b> &lt;<a href="mailto:no-reply@streamly.example">no-reply@streamly.example</a>&gt;<br>Date: Sun, Nov 15, 2026 at 10:01 AM<br>Subject: Your login code<br>To: &lt;me@x.example&gt;<br></div><br><p>Your login code is</p><h2>651 337</h2><p>This code expires in 15 minutes.</p></div></div>`),
  mail('en confirm link', 'Confirm your email address', null, 'https://url5512.mail.example/ls/click?upn=u001.Ab-2Fz9', tables('Just one more step', ['Welcome aboard, Priya!', 'Please confirm your email address to start your free trial.', button('https://url5512.mail.example/ls/click?upn=u001.Ab-2Fz9', 'Confirm email'), 'Not you? <a href="https://url5512.mail.example/ls/click?upn=u001.Xx-notme">Let us know</a>.'], foot)),
  mail('en reset', 'Reset your password', null, 'https://acct.shop.example/reset?uid=81&token=aa-991', 'Someone requested a password reset for jo@x.example.\n\nTo choose a new password, go to:\nhttps://acct.shop.example/reset?uid=81&token=aa-991\n\nThis link will expire in 2 hours. If you didn\'t ask for this, ignore this message.\n\nShop · https://shop.example'),
  mail('en magic link and code', 'Sign in to Inkwell', 'olive-harbor-tiger', 'https://inkwell.example/login?token=92bd1f', divs(['Click the link below to log in to Inkwell:', button('https://inkwell.example/login?token=92bd1f', 'Log in to Inkwell'), 'Or, copy and paste this temporary login code:', '<code style="display:inline-block;padding:16px;background:#f4f4f4">olive-harbor-tiger</code>'], foot)),
  mail('en code and link', 'Verify your email for Ledgerly', '830 551', 'https://app.ledgerly.example/verify-email?k=0Z9&e=jo%40x.example', tables('', ['Thanks for signing up for Ledgerly. Verify with the button or the code below.', button('https://app.ledgerly.example/verify-email?k=0Z9&amp;e=jo%40x.example', 'Verify my email'), 'Verification code', '<div style="letter-spacing:4px;font-size:24px">830&nbsp;551</div>'], foot)),
  mail('en airline', 'Your SkyMiles-like account code', '4491', null, tables('', ['Member number 2208 4417 093', 'To view your trip (confirmation HGT4QP, flight SM 1182 on 21 Nov), enter the 4-digit security code <strong>4491</strong>.', 'The code is valid for 5 minutes.'], foot)),
  mail('en gov', 'Your one-time security code from Citizen.gov', 'HX4T9W', null, 'Citizen.gov\n\nYour one-time code is HX4T9W\n\nThis code will expire in 10 minutes. Citizen.gov will not ask you for it by phone.\n\nAbout: https://citizen.example/about   Contact: https://citizen.example/contact'),
  mail('en crypto', 'Withdrawal request', '995612', null, tables('', ['Anti-phishing code: <b>BLUE77</b>', 'You requested a withdrawal of 1,500 USDT (TRC20). Enter the email verification code below to continue:', big('995612'), 'Time: 2026-11-15 08:22:10 UTC · IP: 203.0.113.5 · Request ID 77120391'], foot)),
  mail('en delivery', 'Parcelo login', '3317', null, '3317 is your Parcelo code. Your parcel 1Z999AA10123456784 arrives on 16/11 between 14:10 and 16:10. Never share this code.'),
  mail('en school', 'Student portal verification', '60871', null, tables('', ['Dear student 20231187,', 'Please type <span style="background:#ffff00">60871</span> into the verification box to finish registering for the portal.', 'IT Service Desk, Room 4120, ext. 55210'], foot)),
  mail('en telecom', 'Your Tele5 PIN', '902144', null, 'Your temporary login PIN for My Tele5 is 902144. It can only be used once and expires in 15 min. Your bill of £23.99 is due 30/11/2026.'),
  mail('en cells with dash', 'Verify it is you', '482915', null, tables('', ['Your verification code', '<table><tr><td>4</td><td>8</td><td>2</td><td>-</td><td>9</td><td>1</td><td>5</td></tr></table>', 'Do not forward this email.'], foot)),
  mail('en number to tap', 'Approve sign-in', null, null, divs(['Open your authenticator app and tap the number shown below to approve the sign-in.', '<b>57</b>'], foot)),
  mail('en newsletter opt-in', 'Please confirm your subscription', null, 'https://list.example/subscribe/confirm?u=8d1&id=20&e=fe', divs(['You asked to receive The Morning Loaf.', '<a href="https://list.example/subscribe/confirm?u=8d1&amp;id=20&amp;e=fe">Yes, subscribe me to this list.</a>', 'If you received this email by mistake, simply delete it.'], 'Questions? owner@list.example')),
  mail('en activate invite', 'You have been added to Northwind', null, 'https://northwind.example/activate/7781aa', tables('', ['Ben Okafor created an account for you on Northwind.', 'Activate it and choose a password:', button('https://northwind.example/activate/7781aa', 'Activate account'), 'Sign-in name: jo@x.example'], foot)),
  mail('en approve device link', 'New device sign-in', null, 'https://ex.example/authorize-device?c=a1b2', divs(['We blocked a sign-in from Chrome on Windows (Lagos, NG · 203.0.113.80 · Nov 15, 09:14 UTC).', 'If this was you, <a href="https://ex.example/authorize-device?c=a1b2">authorize this device</a>.', 'If this was not you, <a href="https://ex.example/freeze?c=a1b2">freeze your account</a> right away.'], foot)),
  mail('en code page link', 'Your Bookly code', '112958', null, tables('', ['Hi Sam, your code is 112958.', 'Enter it at <a href="https://bookly.example/verify">bookly.example/verify</a> to confirm your email.'], foot)),
  mail('en text part only', 'Account verification', '676203', null, { text: 'Your account verification code is: 676203', html: '<html><body><img src="https://img.example/mail.png" alt=""></body></html>' }),
  mail('en quoted', 'Security check', 'TANGO42', null, 'Hello Ms. Ruiz,\n\nTo confirm the change of your address, please enter "TANGO42" as the confirmation code in the form.\n\nReference: CASE-0099213\nHarbor Insurance'),
  mail('en email change', 'Confirm your new email', null, 'https://me.example/e/c/9194d59770760ac5b5', 'You asked to change the email of your account to this address.\n\nConfirm the change: https://me.example/e/c/9194d59770760ac5b5\nCancel the change: https://me.example/e/x/91\n'),
  mail('en preheader old', 'Sign in to Cartly', '308812', null, tables('Sign in to Cartly with code 308812', ['Your sign in code is below.', '<p style="text-decoration:line-through;color:#bbb">Previous: 771190</p>', big('308812'), 'Store credit: $15 · Order #771882'], foot)),
  mail('en unlock account', 'Your account is locked', null, 'https://id.uni.example/unlock?k=44f', divs(['Too many failed attempts (5) from 192.0.2.44.', '<a href="https://id.uni.example/unlock?k=44f">Unlock my account</a>', 'Need help? <a href="https://id.uni.example/help">Contact the service desk</a>'], foot)),
]

const german: Sample[] = [
  mail('de tan', 'Ihre TAN für den Auftrag', '715834', null, tables('', ['Guten Tag Frau Müller,', 'für die Überweisung von 1.250,00 EUR an DE44 5001 0517 5407 3249 31 lautet Ihre TAN: <b>715834</b>', 'Gültig bis 15.11.2026, 14:35 Uhr. Geben Sie die TAN niemals am Telefon weiter.'], 'Musterbank AG, Kaiserstr. 12, 60311 Frankfurt, HRB 45512')),
  mail('de bestaetigungscode', 'Dein Bestätigungscode', '44902', null, divs(['Hallo Jonas,', 'dein Bestätigungscode lautet', big('44902'), 'Er ist 10 Minuten gültig.'], 'Impressum: Muster GmbH, Amtsgericht München HRB 220193')),
  mail('de link', 'Bitte bestätige deine E-Mail-Adresse', null, 'https://konto.muster.example/bestaetigen/9a1f4b445da47b55d21a', tables('', ['Fast geschafft!', 'Klicke auf den Button, um deine E-Mail-Adresse zu bestätigen.', button('https://konto.muster.example/bestaetigen/9a1f4b445da47b55d21a', 'E-Mail-Adresse bestätigen'), 'Du hast dich nicht registriert? <a href="https://konto.muster.example/nicht-ich/9a1f">Hier melden</a>'], 'Abmelden: <a href="https://konto.muster.example/abmelden">hier</a>')),
  mail('de reset', 'Passwort zurücksetzen', null, 'https://portal.uni.example/pw-neu?t=77d', 'Sehr geehrte Damen und Herren,\n\nfür Ihr Benutzerkonto s0571234 wurde ein neues Passwort angefordert. Bitte rufen Sie folgenden Link auf:\n\nhttps://portal.uni.example/pw-neu?t=77d\n\nDer Link ist 60 Minuten gültig.'),
  mail('de einmalcode', 'Anmeldung bei PaketPlus', '8027 1964', null, 'Moin,\n\nmit dem Einmalcode 8027 1964 kannst du dich jetzt bei PaketPlus anmelden. Deine Sendung 00340434161094042557 kommt am Dienstag.\n\nDein PaketPlus-Team'),
  mail('de sicherheitscode letters', 'Sicherheitscode', 'MZ83KD', null, tables('', ['Wir haben eine Anmeldung von einem neuen Gerät festgestellt (Köln, 15.11.2026 um 09:12).', 'Sicherheitscode: MZ83KD', 'Wenn Sie das nicht waren, <a href="https://x.example/sperren">sperren Sie Ihr Konto</a>.'], 'Kundennummer 40011827')),
  mail('de zugangscode', 'Zugang zum Bürgerportal', '293 744', null, 'Für die Anmeldung im Bürgerportal geben Sie bitte folgende Zahlenfolge ein:\n\n   293 744\n\nAktenzeichen: 33.2-1188/26\nStadt Musterhausen'),
]

const french: Sample[] = [
  mail('fr code', 'Votre code de vérification', '570318', null, tables('', ['Bonjour Camille,', 'Voici votre code de vérification&nbsp;:', big('570 318'), 'Il est valable 15&nbsp;minutes. Ne le communiquez à personne.'], 'Exemple SAS au capital de 150&nbsp;000 €, RCS Paris 812 345 678')),
  mail('fr bank', 'Validation de votre achat', '0284617', null, 'Cher client,\n\nPour valider votre achat de 249,90 EUR chez ELECTROPLUS le 15/11/2026, saisissez le code à usage unique 0284617.\nVotre conseiller ne vous le demandera jamais.\n\nService client : 09 69 39 10 00'),
  mail('fr link', 'Activez votre compte', null, 'https://compte.exemple.example/activation?cle=e877344eebd200c649', tables('', ['Bienvenue Hugo !', 'Pour activer votre compte, cliquez sur le bouton ci-dessous.', button('https://compte.exemple.example/activation?cle=e877344eebd200c649', 'Activer mon compte'), 'Le lien expire dans 48 heures.'], '<a href="https://compte.exemple.example/desabonnement">Se désabonner</a>')),
  mail('fr reset', 'Réinitialisation du mot de passe', null, 'https://ent.lycee.example/mdp/changer/b4146656d6e0f85c9d9', divs(['Bonjour,', 'Vous avez demandé la réinitialisation de votre mot de passe ENT.', '<a href="https://ent.lycee.example/mdp/changer/b4146656d6e0f85c9d9">Choisir un nouveau mot de passe</a>', "Si vous n'êtes pas à l'origine de cette demande, ignorez ce message."], 'Académie de Lyon')),
  mail('fr connexion', 'Connexion à votre espace', '6639', null, divs(['Pour vous connecter, entrez ces 4 chiffres :', '<table><tr><td>6</td><td>6</td><td>3</td><td>9</td></tr></table>'], 'Dossier n° 2026-118833')),
  mail('fr newsletter', 'Confirmez votre inscription', null, 'https://gazette.example/confirmer/31c4ed3ef6ab503c7d8', 'Merci pour votre inscription à La Gazette.\n\nConfirmez votre inscription en cliquant ici : https://gazette.example/confirmer/31c4ed3ef6ab503c7d8\n\nSe désinscrire : https://gazette.example/stop/31c'),
]

const spanish: Sample[] = [
  mail('es code', 'Tu código de acceso', '209385', null, tables('', ['Hola, Lucía:', 'Tu código de acceso es <strong>209385</strong>', 'Caduca en 10 minutos. Si no lo has pedido, no hagas nada.'], 'Ejemplo S.L., CIF B-82919283, Calle Mayor 12, 28013 Madrid')),
  mail('es bank', 'Clave de confirmación', '77310482', null, 'Estimado cliente: para confirmar su transferencia de 350,00 € a la cuenta terminada en 4417 introduzca la clave de un solo uso 77310482. Válida hasta las 18:05 h. Banco Ejemplo 915 123 456'),
  mail('es link', 'Verifica tu cuenta', null, 'https://cuenta.ejemplo.example/verificar/aa74eb51f9ea68f701a', tables('', ['¡Ya casi está!', 'Haz clic para verificar tu cuenta.', button('https://cuenta.ejemplo.example/verificar/aa74eb51f9ea68f701a', 'Verificar cuenta')], '<a href="https://cuenta.ejemplo.example/baja">Darse de baja</a>')),
  mail('es reset', 'Restablecer contraseña', null, 'https://juego.example/restablecer?x=19ddca057225dee21a2', 'Hola:\nHas solicitado restablecer tu contraseña. Entra aquí:\nhttps://juego.example/restablecer?x=19ddca057225dee21a2\nSi no has sido tú, avísanos en https://juego.example/soporte'),
  mail('es gov', 'PIN de la Sede Electrónica', 'Q2F8', null, 'Su PIN de acceso para el trámite 2026/00918277 es Q2F8.\nDispone de 10 minutos para utilizarlo.\nAgencia Ejemplo'),
  mail('es mx', 'Ingresa este número', '441 902', null, divs(['Para continuar con tu registro ingresa este número en la app:', big('441 902'), 'Tu pedido #88123 sigue en camino.'], 'Ciudad de México, C.P. 06600')),
]

const russian: Sample[] = [
  mail('ru code', 'Код подтверждения', '640179', null, tables('', ['Здравствуйте, Алексей!', 'Ваш код подтверждения:', big('640179'), 'Никому не сообщайте этот код. Он действует 10 минут.'], 'ООО «Пример», ИНН 7704217370, 8 800 555-35-35')),
  mail('ru bank', 'Подтверждение операции', '5582', null, 'Перевод 15 000,00 ₽ на карту *4417. Пароль для подтверждения: 5582. Никому его не говорите, даже сотрудникам банка. 15.11.2026 12:40'),
  mail('ru link', 'Подтвердите адрес электронной почты', null, 'https://id.primer.example/confirm/0c4943c767310211186', tables('', ['Спасибо за регистрацию!', button('https://id.primer.example/confirm/0c4943c767310211186', 'Подтвердить почту'), 'Если вы не регистрировались, <a href="https://id.primer.example/notme/0c4">сообщите нам</a>.'], '<a href="https://id.primer.example/unsub">Отписаться</a>')),
  mail('ru reset', 'Восстановление пароля', null, 'https://forum.primer.example/reset/ff2e2154f093e11260d', 'Здравствуйте!\nЧтобы задать новый пароль, перейдите по ссылке:\nhttps://forum.primer.example/reset/ff2e2154f093e11260d\nСсылка действительна 24 часа.'),
  mail('ru game', 'Вход в аккаунт', 'V3NKT', null, divs(['Кто-то пытается войти в ваш аккаунт с нового компьютера (Казань, 203.0.113.41).', 'Если это вы, введите код доступа', '<b>V3NKT</b>'], 'Поддержка: help@primer.example')),
  mail('ru gov', 'Госпортал: вход', '882 013', null, 'Для входа на Госпортал введите одноразовый код 882 013. Заявление № 1182736451 от 14.11.2026 принято в работу.'),
]

const further: Sample[] = [
  mail('pt code', 'Seu código de verificação', '318846', null, tables('', ['Olá, Rafael!', 'Use o código abaixo para entrar na sua conta:', big('318846'), 'Pedido 7712093 · CNPJ 12.345.678/0001-90'], 'São Paulo, CEP 01310-100')),
  mail('pt link', 'Confirme o seu e-mail', null, 'https://conta.exemplo.example/confirmar/4d05dfec7deb8d937e', divs(['Confirme o seu e-mail para concluir o registo.', '<a href="https://conta.exemplo.example/confirmar/4d05dfec7deb8d937e">Confirmar e-mail</a>'], 'Lisboa')),
  mail('it code', 'Codice di verifica', '93027', null, 'Gentile cliente,\nil codice di verifica per completare l\'accesso è 93027. Scade tra 5 minuti.\nNumero verde 800 123 456'),
  mail('it link', 'Reimposta la password', null, 'https://area.esempio.example/reimposta/5ee0dc39b40709b53f', divs(['Hai richiesto di reimpostare la password.', button('https://area.esempio.example/reimposta/5ee0dc39b40709b53f', 'Reimposta password')], 'P. IVA 01234567890')),
  mail('tr code', 'Doğrulama kodunuz', '507731', null, tables('', ['Merhaba Elif,', 'Doğrulama kodunuz: <b>507731</b>', 'Kod 3 dakika geçerlidir. Kimseyle paylaşmayın.'], 'İstanbul, 0850 222 0 333')),
  mail('pl code', 'Kod weryfikacyjny', '661208', null, 'Cześć Ola,\n\nTwój kod weryfikacyjny to 661208. Jest ważny przez 10 minut.\n\nZamówienie 2026/11/4417'),
  mail('vi otp', 'Mã xác thực OTP', '194620', null, divs(['Quý khách vui lòng nhập mã OTP dưới đây để hoàn tất giao dịch 2.500.000 VND:', big('194620'), 'Mã có hiệu lực trong 2 phút. Hotline 1900 5555 88'], 'Ngân hàng Mẫu')),
  mail('ar code', 'رمز التحقق', '839274', null, divs(['مرحبا سارة،', 'رمز التحقق الخاص بك هو: <b>839274</b>', 'صالح لمدة 10 دقائق. لا تشاركه مع أي شخص.'], 'الرياض 12211')),
  mail('nl code', 'Je inlogcode', '228019', null, 'Hoi Sanne,\n\nJe inlogcode is 228019. Deze code is 5 minuten geldig.\n\nKvK 34112233'),
]

/** Codes are expected as they are to be copied: spaces dropped. */
export const heldOutFifthWestern: Sample[] = [...english, ...german, ...french, ...spanish, ...russian, ...further].map(sample => ({
  ...sample,
  expect: { ...sample.expect, code: sample.expect.code?.replaceAll(' ', '') ?? null },
}))
