/**
 * Common characters of each written language, by which an undeclared charset is judged. Bytes read in the
 * right charset give mostly these characters; read in a wrong one, they give rare or impossible ones.
 */

export const COMMON_SIMPLIFIED =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应向头文体政美相见被利什二等产或新己制身果加西月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直资命山金指许统区保至队形社便空决治展马科司五基书非则听白界达光放强即像难且权思王象完设式色路记南品住告类求据程北边张该交规万取望觉术领共确传师观清今切院让识候带导争运您尊敬户验证码邮箱密登录账号激活链接击请勿复统注册订单感谢客服谢祝愉快欢迎支付宝退款发票查询编号有效钟秒内忘找修改网站公司测试通知附李陈刘杨黄周吴徐孙朱胡林伟芳'

export const COMMON_TRADITIONAL =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應向頭文體政美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直資命山金指許統區保至隊形社便空決治展馬科司五基書非則聽白界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊張該交規萬取望覺術領共確傳師觀清今切院讓識候帶導爭運您尊敬戶驗證碼郵箱密登錄帳號激活鏈接擊請勿覆註冊訂單感謝客服祝愉快歡迎支付退款發票查詢編號有效鐘秒忘找修改網站測試通知附啟灣臺台聯絡購物優惠李陳劉楊黃周吳徐孫林'

export const COMMON_KANJI =
  '日本人大年一国会中出者分事上月合長行見高間子学生時方東京場業下前部社今同手自後家新物発内地力体問気当小立実五二三四十定明田性主金電法通表用成動要不度理私何入回最全女円言作来知世戦代連平的化対重開先心目関考者認証番号登録確認送信変更受付注文商品届申込株式会社様名無料利用案内設定番有効期限'

export const COMMON_HANGUL =
  '이다의는에을가하고한를로지은도사기서자어리나그인아시대수니있해들라부전일과정보게제여주만상으오스조원장면없세성구동치것안비소교문경공신적유바모되와관미생연거요마할중선내용위방현무까려우계물습때국차양체했단회간력내입저발결당실형민트러님인증번호메일주소가입로그인비밀확인드립니다안녕하세요감사주문배송고객센터김박최'

/** Lower-case letters by frequency; the first half counts more. */
export const CYRILLIC_LETTERS = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїє'
export const GREEK_LETTERS = 'αοιετσνηυρπκμλςωδγχθφβξζψάέήίόύώϊϋ'
export const HEBREW_LETTERS = 'יוהלאמתרבשןנםעדקחפצגכטזסךףץ'
export const ARABIC_LETTERS = 'اليمنورتبةعدسفهكقحجشطصخىإأذئغضظثءؤآپچژگ'
export const THAI_LETTERS = 'านรกอเงยมลวดทสตะปบคหแจพชขใไโผณซถศธษญภฉฝฟฐฎฏฑฒฌฆฮฤ'

/**
 * Accented letters of the languages of each Latin charset. A text is in one language: read in a wrong charset it has
 * letters that no language has together.
 */
export const WESTERN_LANGUAGES = [
  'éèêëàâçîïôùûœæü',
  'èéàòùìî',
  'áéíóúñüçï·',
  'ãáâàçéêíóôõúü',
  'äöüßé',
  'æøåéóòôêö',
  'åäöéüšž',
  'áéíóúýðþæöø',
  'àçèéíïòóúü·',
  'éëïöüèêáóçñ',
]
export const CENTRAL_LANGUAGES = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'čšžćđ',
  'ăâîşţ',
  'äöüßé',
  'ëç',
]
export const TURKISH_LANGUAGES = ['ğışçöüâîû']
export const BALTIC_LANGUAGES = ['ąčęėįšųūž', 'āčēģīķļņšūž', 'õäöüšž']

/** Letters that are words by themselves. */
export const LONE_LETTERS = 'èéàáóåøæöíúùÈÉÀÁÓÅØÆÖÍÚ'
export const LONE_CYRILLIC = 'аивксуоябжеіїєАИВКСУОЯІЄ'
export const LONE_GREEK = 'οηήΟΗ'
