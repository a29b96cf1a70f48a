import { big, button, divs, tables } from './held-out-fifth-frames.ts'
import { mail, type Sample } from './sample.ts'

/** The fifth set: mails with neither a code nor a link to confirm, though many look as if they had one. */

const foot = '&copy; 2026 Sample Inc. PO Box 77120. <a href="https://click.mail.example/unsub?u=1">Unsubscribe</a>'
const cnFoot = '本邮件由系统自动发出。客服热线 400-820-8820 <a href="https://m.example/td">退订</a>'

const none = (name: string, subject: string, body: Parameters<typeof mail>[4]): Sample => mail(name, subject, null, null, body)

const chinese: Sample[] = [
  none('zh coupon', '双11返场：您的专属优惠码', tables('满300减50', ['亲爱的会员：', '您的专属优惠码', big('YH8826'), '满 300 元可用，有效期至 2026-11-30', button('https://shop.example/use?c=YH8826', '立即使用')], cnFoot)),
  none('zh order shipped', '您的订单已发货', tables('', ['订单编号：882013774912', '运单号：SF1390028847721', '预计 11月17日 送达', button('https://shop.example/track?no=1', '查看物流')], cnFoot)),
  none('zh pickup', '取件通知', '【菜鸟驿站】您的包裹已到 阳光花园南门店，请凭取件码 8-3-2047 于 20:00 前领取，联系电话 13900001111。'),
  none('zh invoice', '您有一张电子发票', tables('', ['发票代码：031002100211', '发票号码：55120938', '校验码：28841 77360 19274 88213', '价税合计：￥368.00', button('https://inv.example/dl?id=55', '下载发票')], cnFoot)),
  none('zh meeting', '会议邀请：产品周会', '王敏 邀请您参加腾云会议\n会议主题：产品周会\n会议时间：2026/11/16 10:00-11:00\n点击链接入会：https://meeting.example/dm/8Qx2\n会议号：882-301-774\n会议密码：4471'),
  none('zh security alarm', '异地登录提醒', tables('', ['您的账号于 2026-11-15 03:22 在 广东深圳（IP 203.0.113.9）登录。', '如非本人操作，请尽快修改密码。', button('https://acc.example/security', '查看登录记录')], cnFoot)),
  none('zh bank statement', '信用卡电子账单 2026年11月', tables('', ['尊敬的持卡人，您尾号 6621 的信用卡本期账单金额 ￥4,512.36，最低还款额 ￥451.24，到期还款日 12月03日。', '积分余额 182640'], cnFoot)),
  none('zh talks of codes', '防诈骗提醒：不要泄露验证码', divs(['近期有不法分子冒充客服索要6位验证码，已有用户损失 50000 元。', '请牢记：任何索要验证码的行为都是诈骗。举报电话 96110。'], cnFoot)),
  none('zh card secret', '您购买的卡密', '感谢购买！订单号 2026111500981\n商品：视频会员月卡\n卡号：VIP20261100821\n卡密：8K2M-77QD-PLX9\n请妥善保管。'),
  none('zh train', '购票成功', '您已购 11月20日 G1025 次 2车 07D 号，北京南 08:30 开，订单号 E882013774，取票号同订单号，检票口 12A。'),
  none('zh backup codes', '您的备用验证码', divs(['请将以下备用验证码打印保存，每个只能使用一次：', '<pre>8821 0377\n5510 2938\n7744 1029\n3381 9920\n1029 3847</pre>'], cnFoot)),
  none('zh invite code', '邀请您体验内测', '您已获得内测资格，邀请码：BETA2688，名额有限。活动 QQ 群 882013774。'),
  none('zh salary', '2026年10月工资条', tables('', ['<table><tr><td>工号</td><td>100382</td></tr><tr><td>应发</td><td>15800.00</td></tr><tr><td>实发</td><td>12644.37</td></tr></table>'], '人力资源部')),
  none('zh verified done', '邮箱验证成功', divs(['恭喜，您的邮箱 li***@x.example 已于 2026-11-15 验证成功。', '您的用户编号为 882013。', button('https://app.example/home', '进入首页')], cnFoot)),
  none('zh initial password', '账号已开通', '您好，您的企业邮箱账号已开通。\n账号：lihua@corp.example\n初始密码：Xh882013\n请登录 https://mail.corp.example 后尽快修改密码。'),
  none('zh newsletter', '本周热点：AI 手机出货 120000 台', tables('热点', ['<h2>一、AI 手机出货量突破 120000 台</h2>', '<a href="https://news.example/a/551209">阅读全文</a>', '<h2>二、验证码技术二十年</h2>', '<a href="https://news.example/a/551210">阅读全文</a>'], cnFoot)),
  none('zh-tw lottery', '統一發票中獎通知', '您的載具 /AB12CD3 於 115 年 9-10 月期發票號碼 QX-88201377 中獎 200 元。兌獎至 2027/03/05。'),
  none('zh-tw order', '訂單成立通知', tables('', ['訂單編號 TW20261115-3321', '取貨門市：統一超商 光復門市 (店號 184420)', '取貨驗證碼請於到店後出示 App', '金額 NT$1,280'], '客服 02-2181-0101')),
  none('zh error code', '工单回复', '您好，您反馈的“错误码 500231”是由于网络超时引起，请升级到 8.2.1 版本。工单号 882013。'),
  none('zh hospital', '预约挂号成功', '就诊人：李*  科室：眼科  2026-11-18 09:00-09:30  就诊序号 17  预约号 20261118004  请凭身份证取号。'),
]

const japaneseKorean: Sample[] = [
  none('ja order', 'ご注文ありがとうございます', 'ご注文番号：250-1182736-4451\nお届け予定日：11月17日\nお支払い金額：3,980円\nお問い合わせ：0120-555-123'),
  none('ja coupon', '【本日限り】500円OFFクーポン', tables('', ['クーポンコード：<b>SALE1115</b>', 'ご注文画面で入力してください。', button('https://shop.example/c', '今すぐ使う')], '配信停止は<a href="https://shop.example/stop">こちら</a>')),
  none('ja reservation', 'ご予約確認', '予約番号 88201377\n確認番号 4471\n2026年11月20日 19:00 2名様\nキャンセルはこちら https://resv.example/cancel/88'),
  none('ja login notice', 'ログイン通知', 'お客様のアカウントにログインがありました。\n日時：2026/11/15 09:12:33\nIPアドレス：203.0.113.18\n心当たりがない場合はパスワードを変更してください。https://id.example/security'),
  none('ja tracking', 'お荷物お届けのお知らせ', 'お問い合わせ伝票番号 4412-8830-1927\n宅配ボックス暗証番号 2580\n再配達 https://takuhai.example/re?n=441288301927'),
  none('ja ticket', '電子チケットのご案内', '発券番号：1102938\n認証電話番号の末尾4桁：5678\n整理番号 A-214\n開場 17:30'),
  none('ja phishing talk', '【重要】認証番号を聞き出す詐欺にご注意ください', '最近、6桁の認証番号を聞き出す電話が増えています。2026年10月だけで1,204件の被害がありました。認証番号を第三者に教えないでください。'),
  none('ko order', '주문이 완료되었습니다', '주문번호: 20261115-0088213\n결제금액: 45,900원\n운송장번호: 6882 0137 7412 (한길택배)\n공동현관 비밀번호: 1234#'),
  none('ko coupon', '생일 축하 쿠폰', tables('', ['쿠폰번호', big('BDAY-2026-7712'), '12월 31일까지 사용 가능'], '수신거부 080-123-4567')),
  none('ko login', '새로운 환경에서 로그인', '아이디 min***이 2026.11.15 10:22에 로그인되었습니다. IP 198.51.100.77. 본인이 아니라면 비밀번호를 변경하세요.'),
  none('ko meeting', '화상회의 초대', '주제: 주간회의\n회의 ID: 882 0137 7412\n암호: 551209\nhttps://vc.example/j/88201377412'),
]

const english: Sample[] = [
  none('en promo', '20% off with code SAVE20', tables('Use code SAVE20', ['Your exclusive code:', big('SAVE20'), 'Enter it at checkout by 11/30. Min. spend $50.', button('https://shop.example/sale', 'Shop now')], foot)),
  none('en invoice', 'Invoice INV-004417 from Acme', tables('', ['Amount due: $482.00', 'Invoice number 004417', 'Due Nov 30, 2026', button('https://pay.example/i/004417', 'View and pay invoice')], foot)),
  none('en tracking', 'Your package is out for delivery', 'Tracking number: 9400 1118 9922 3344 5566 77\nOrder 114-8820137-7749123\nETA today by 8pm\nhttps://track.example/9400'),
  none('en booking', 'Booking confirmed: Hotel Aurora', tables('', ['Confirmation number: <b>88201377</b>', 'PIN code: <b>4471</b> (to manage your booking)', 'Check-in Fri 20 Nov 2026 from 15:00', button('https://hotel.example/manage?b=88', 'Manage your booking')], foot)),
  none('en pnr', 'Your e-ticket receipt', 'Booking reference (PNR): HGT4QP\nE-ticket 016-2394857120\nSM 1182 LHR-JFK 21NOV 10:15 Seat 24A\nTotal GBP 512.40'),
  none('en meeting', 'Jo is inviting you to a scheduled meeting', 'Join the meeting: https://zoomy.example/j/88201377412?pwd=aTk\n\nMeeting ID: 882 0137 7412\nPasscode: 447120\n\nOne tap mobile +16465588656,,88201377412#'),
  none('en alarm', 'New sign-in to your account', tables('', ['We noticed a new sign-in to your account.', 'Windows · Chrome · Berlin, Germany · 203.0.113.12 · Nov 15, 2026 04:12 UTC', button('https://id.example/activity', 'Check activity')], foot)),
  none('en backup', 'Your two-factor backup codes', divs(['Keep these recovery codes somewhere safe. Each can be used once.', '<pre>1. 83hf-92ka\n2. 02kd-77sx\n3. pq19-4mma\n4. 77zz-10ce</pre>'], foot)),
  none('en gift', 'You received a $25 gift card', tables('', ['Gift card code', big('XKQ7-88PL-20MM'), 'PIN: 4471'], foot)),
  none('en licence', 'Your license key', 'Thanks for buying PixelForge 4.\nLicense key: 8K2MA-77QDX-PLX99-0021B\nOrder 882013'),
  none('en ticket', '[Ticket 882013] We received your request', 'Hi Jo, your request (882013) has been received and is being reviewed. Reply above this line. Error code: 50031.'),
  none('en talks', 'How to keep your verification codes safe', divs(['Scammers may ask you to read out a 6-digit verification code. In 2025, 120000 people lost money this way.', 'Never share your code. <a href="https://safety.example/learn">Learn more</a>'], foot)),
  none('en password changed', 'Your password was changed', 'The password for account jo882013 was changed on Nov 15, 2026 at 10:12. If you did not do this, reset it at https://id.example/forgot'),
  none('en referral', 'Give $10, get $10', tables('', ['Your referral code is', big('JO-4417'), 'Share it with friends.'], foot)),
  none('en digest', 'Your daily digest: 120045 new posts', tables('', ['<a href="https://f.example/t/551209">How do I verify my email in Django?</a> 12 replies', '<a href="https://f.example/t/551210">Login code not arriving, error 535</a> 4 replies'], foot)),
  none('en door', 'Check-in instructions', 'Welcome! Address: 4120 Ocean Dr, Apt 5502. The door code is 7741# and the wifi password is beach2026. Check-out 11:00.'),
  none('en survey', 'Confirm what you think of us', tables('', ['How did we do? Order 882013.', button('https://survey.example/s/9', 'Take the 2-minute survey')], foot)),
  none('en calendar', 'Invitation: Design review @ Mon Nov 16', 'Design review\nMon Nov 16 2026 10:00 – 11:00\nRoom 4417\nGoing? Yes https://cal.example/r?a=1 No https://cal.example/r?a=2'),
  none('en github pr', '[acme/api] Fix verification code length (PR #4417)', 'Merged #4417 into main.\n\nThe verification code was 6 digits, is now 8. Commit 8f3e21a. See https://git.example/acme/api/pull/4417\nYou are receiving this because you were mentioned.'),
  none('en receipt', 'Receipt for your payment', 'Receipt #2210-4417\nAuthorization code: 551209\nVisa ending 6621\nAmount $82.10\nNov 15, 2026'),
  none('en welcome', 'Welcome to Ledgerly', tables('', ['Your email has been verified. Your account number is 88201377.', button('https://app.ledgerly.example/start', 'Get started')], foot)),
  none('en temp password', 'Your new account', 'An account was created for you.\nUsername: jo\nTemporary password: Tk4417xz\nSign in at https://hr.example and change it.'),
  none('en totp', 'Set up your authenticator', 'Enter this key into your authenticator app: JBSW Y3DP EHPK 3PXP. Then type the 6-digit code it shows.'),
  none('en pickup', 'Your order is ready for pickup', tables('', ['Show this pickup code at the counter', big('4471'), 'Order 882013, Store 0032'], foot)),
  none('en stock', 'Market close', 'S&P 500 6120.44 (+0.4%), Nikkei 49382, BTC 104417. Analyst code: read our disclosure.'),
]

const european: Sample[] = [
  none('de gutschein', 'Dein Gutscheincode wartet', tables('', ['Gutscheincode: <b>HERBST26</b>', '15 € ab 60 € Einkaufswert', button('https://shop.example/g', 'Jetzt einlösen')], 'Abmelden')),
  none('de rechnung', 'Ihre Rechnung 2026-118833', 'Rechnungsnummer: 2026-118833\nKundennummer: 40011827\nBetrag: 49,99 EUR\nFällig am 30.11.2026\nVerwendungszweck 118833'),
  none('de bahn', 'Ihre Buchung', 'Auftragsnummer: QK4T82\nICE 1025 am 20.11.2026, Wagen 12, Platz 71\nZangencode: 77120'),
  none('de anmeldung', 'Neue Anmeldung', 'Am 15.11.2026 um 09:12 Uhr wurde Ihr Konto von der IP 203.0.113.4 aus benutzt. Waren Sie das nicht? https://konto.example/hilfe'),
  none('de packstation', 'Sendung in der Packstation 184', 'Ihr Abholcode lautet 4471. Sendungsnummer 00340434161094042557. Abholbar bis 22.11.'),
  none('fr promo', 'Votre code promo -15 %', tables('', ['Avec le code', big('NOEL15'), 'Valable jusqu’au 30/11', button('https://b.example/p', "J'en profite")], 'Se désabonner')),
  none('fr facture', 'Votre facture du 15/11/2026', 'Facture n° 20261115-4417, montant 34,99 €, référence client 88201377. Prélèvement le 30/11.'),
  none('fr colis', 'Votre colis est arrivé', 'Code de retrait : 447120. Point relais Tabac du Port. Colis 6A12345678901.'),
  none('es cupon', 'Un cupón para ti', 'Código de descuento: VERANO25\nVálido hasta el 30/11/2026 en compras superiores a 40 €.'),
  none('es reserva', 'Reserva confirmada', 'Localizador: HGT4QP\nVuelo IB 3170, 21/11/2026, 07:30\nTotal 182,40 €\nCódigo de reserva hotel 88201377'),
  none('es aviso', 'Nuevo inicio de sesión', 'Se ha iniciado sesión en tu cuenta desde Sevilla (203.0.113.55) el 15/11 a las 09:12. Si no fuiste tú, cambia la contraseña: https://id.ejemplo.example/seguridad'),
  none('ru promo', 'Промокод на скидку 10 %', divs(['Ваш промокод', big('OSEN10'), 'до 30 ноября'], 'Отписаться')),
  none('ru order', 'Заказ № 88201377 готов к выдаче', 'Код получения: 4471. Адрес: ул. Ленина, 12. Срок хранения до 22.11.2026.'),
  none('ru login', 'Вход с нового устройства', 'В ваш аккаунт вошли 15.11.2026 в 09:12, IP 203.0.113.3. Если это не вы, смените пароль.'),
  none('pl paczka', 'Paczka czeka w automacie', 'Kod odbioru: 447120. Paczkomat WAW22A. Numer przesyłki 682013774912345678901234.'),
  none('it buono', 'Buono regalo', 'Codice buono: GIFT-4417-88XX, valore 25 €, scade il 31/12/2026.'),
]

export const heldOutFifthNothing: Sample[] = [...chinese, ...japaneseKorean, ...english, ...european]
