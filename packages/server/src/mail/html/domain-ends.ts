/**
 * Last labels of host names that readers recognise. Between words a dot alone does not make a host
 * ("done.Next", "setup.py"), so only these count there. The list omits endings that are better known from
 * file names.
 */

const generic = `academy agency ai app art asia bank biz blog bond cafe capital care cash cat center chat city click
  cloud club co com company cool credit cyou deals design dev digital direct edu email energy estate events exchange
  expert express finance fit fun fund games gold gov group guru health help host icu inc info ink int investments io
  jobs land law life link live loan loans ltd market media mil mobi money name net network news one online org page
  partners pay plus post press pro pub red rent rest review run sale school services shop site social space store studio
  support team tech tel tips today tools top tours trade travel tube ventures video vip wang watch web webcam website wiki
  win work works world wtf xin xxx xyz zone`

const countries = `ac ad ae af ag al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz
  ca cc cd cf cg ch ci ck cl cm cn cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge
  gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in iq ir is it je jm jo jp ke kg kh ki km kn
  kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng
  ni nl no np nr nu nz om pa pe pf pg ph pk pn pr pt pw qa re ro ru rw sa sb sc sd se sg si sk sl sm sn sr ss st su sv sx
  sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw`

const foreign = `中国 中國 公司 网络 網絡 网址 网站 在线 中文网 公益 政务 政府 移动 集团 商城 商店 商标 时尚 手机 信息 娱乐 香港 台湾
  台灣 新加坡 澳門 购物 游戏 餐厅 酒店 健康 招聘 慈善 机构 組織機構 企业 广东 佛山 世界 我爱你 八卦 点看 食品 书籍 微博 新闻 家電
  網店 联通 大众汽车 通販 みんな コム ストア セール クラウド ポイント ファッション 한국 닷컴 닷넷 рф рус онлайн сайт орг ком дети москва
  бел укр бг срб мкд қаз мон ею ευ ελ հայ გე ישראל קום ไทย คอม ລາວ भारत संगठन नेट कॉम भारतम् ভারত বাংলা ਭਾਰਤ ભારત இந்தியா
  இலங்கை சிங்கப்பூர் భారత్ ಭಾರತ ഭാരതം ලංකා السعودية امارات مصر ایران شبكة موقع كوم عرب قطر عمان تونس المغرب الجزائر
  الاردن فلسطين سودان سورية اليمن پاکستان بھارت ارامكو اتصالات همراه بازار بيتك`

const known: ReadonlySet<string> = new Set(
  `${generic} ${countries} ${foreign}`.normalize('NFKC').split(/\s+/),
)

export const isKnownDomainEnd = (label: string): boolean => known.has(label.toLowerCase())
