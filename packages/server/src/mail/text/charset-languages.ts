/**
 * The letters and the words by which a language with accents is known. A text is in one language: read in a wrong
 * charset it has letters that no language has together, or those of another language than its words.
 */
export type Language = {
  /**
   * The accented letters of the language, in lower case. After each stand the letters that usually come before it,
   * a slash, and those that come after it; `_` is the edge of a word. One without those stands anywhere.
   */
  accents: string
  /** The letters of loanwords and names. */
  rare?: string
  /** Its everyday words. */
  words: string
}

/** By ISO 639-1 code. */
export const LANGUAGES = {
  en: {
    accents: '',
    rare: 'éèêàâçïöüñóíáäøåôëúœæ',
    words:
      'the of and to in is you that for your it with on be this are not or have we from by if will please at as was can has our an more all but they what when would who here been their out up',
  },
  fr: {
    accents:
      'érd_tnspmlvgiufxhcé/_ecrtfspmldganbvjqé à_j/_ ètrlimhcdgsfpv/rtmslqgdc ê_tmnurp/tmc ôrcpht/tln îaoh/ntc çerna_/auo âtl_rhy/cgsl ùo/_ ûsodm/rt_m ïoau/at_qew',
    rare: 'ëœæüñöáí',
    words:
      'de la le les des et est un une du que qui dans pour vous votre vos nous notre sur pas ne au aux avec ce cette sont par plus il elle je mais ou où à été être même très déjà après ont peut si en bonjour merci ces son sa ses se fait tout mon',
  },
  it: {
    accents: 'è_fotchins/_ àtirldnmvpgs/_ òuirldtnmcvsgz/_ ùinbtgs/_ éhns/_ ìsdlrcn/_',
    rare: 'îüçáöó',
    words:
      'di il la che non per un una del della dei con da sono è si gli alla nel questo questa le lo più può perché già anche come ma se al dal nella delle ho hai ha ci ti mi tuo suo tua sua grazie essere stato quando molto tutto città',
  },
  es: {
    accents:
      'óilcrstmb_nz/n_dlrm átvrm_pnlicz/l_nsmcrgxtqfu íls_crdvfmtaupeb/nmasot_fdcxzg únb_gmlyapth/mnsl_fbact ñae/oa éumtihn_lvrdcgp/strn_xblcpafv',
    rare: 'üçïàèöã',
    words:
      'de la que el en los se del las por un una para con no su al es lo como más este esta pero si sí qué está también ha tu te le sus sobre año día muy gracias puede ya me mi son todo hay ser desde él cuando',
  },
  pt: {
    accents:
      'ãçnsrti/o çapeincur/ãõao ávtrmisu_pnhjdclz/_lrvgxcqftsu ísan_mtuvlcrdfgb/vdmcntgsfrl_ é_tmbrnvcls/_mrtslgdnp ótmscpbrnl_/r_sdlptxng õçsrtpx/e ún_emipht/mldnsbtc êrcldutnmvg/n_smi ânrt_cipzls/mn à_/_sq ôpnmrt/dnrm',
    rare: 'üèñöò',
    words:
      'de que do da em um uma para com não os no na se por mais dos das ao são está você seu sua foi como mas ou é já até também isso pelo pela nos às à ó tem muito obrigado ser este esta quando pode me eu',
  },
  gl: {
    accents:
      'óitsrzcbmfnp/n_dlrs átr_vmipncdzgl/_lbncrixmspftg ísuartlpdñmvcb_x/bradnxtsm_vzfoclu é_tmnlhcdurxv/_sntrxgbfcd ún_gisdbpmtlhr/m_naslbfect ñioae/aeoíi',
    rare: 'ïüç',
    words:
      'de que do da en un unha para con non os no na se por máis dos das ao son está foi como pero ou é xa tamén isto polo pola ten moi ser ó á súa este esta pode cando hai grazas',
  },
  ca: {
    accents:
      'óistrd/_n àtrvm_pincldusb/_lcnrgmtxfqpus é_mtrcbv/s_ ílm_vtspdfcrx/n_smtcxfgdle èrmtdu_nülcgs/nsr_tdxgvpcf òmrbxcpnstlç/_rdlnpscgm çapnerl/a_oò ún_mjpbd/sml_ntb ïuea/tdunsb ügq/eè',
    rare: '·ñá',
    words:
      'de la el que les per un una amb no del és els en al està com més si ha són aquest aquesta dels pel seva també però gràcies molt què us vostre se es pot ser va té ja teu',
  },
  de: {
    accents:
      'üfg_rltnmwkd/rlsbhctgfpnm ärh_lwtnmsefzgd/nrhtlgucsdßfz ölkrmn_hewzf/snßgftrchp ßöueoäai/e_itlbzsgk',
    rare: 'éèàôêçáóñ',
    words:
      'der die und das nicht ist von zu den mit sie ein eine einen auf für im des dem werden wird oder ich wir ihr ihre ihnen sich bei aus als auch an am es zur zum über können haben nach wenn bitte sind war hat durch bis noch nur dass daß mehr wie kann in vor du so',
  },
  nl: {
    accents: 'é ëieoa/rin_ëlx ïeaou/ngsdtrevm öoe/rpnsl',
    rare: 'èüêáóçúíôâäñ',
    words:
      'de het een van en niet is te voor met op dat aan zijn worden wordt naar bij ook uw ik je in als maar om er wij deze dit door over uit nog wel kan geen hebben heeft één of die was kunt we',
  },
  af: {
    accents: 'êlhwrsd/nerl_ts ëeio/rlnigst_ é ô û î ïeao/ngsdt',
    rare: 'èáöüóä',
    words:
      'die van en het nie is te vir met op dat aan in om word was ek jy ons hierdie sy kan moet deur wat as ook nog maar hulle by of jou sal hê oor',
  },
  lb: {
    accents: 'ä ë é',
    rare: 'öüôèêß',
    words:
      'de den an ass net vun zu fir mat op et ech een eng sinn gëtt wann déi dat als mir dir och si hunn',
  },
  da: {
    accents: 'ævlrsm_hgjkntfdb/rntslvkfgdmc øtfnlshkr_mdgpjb/rgjtnbldvsm åpmsnhl_rgfbtdv/_rdnbslevgk',
    rare: 'éòôêóöäèü',
    words:
      'og det er til en på af for med ikke den der som har et kan at fra eller du jeg de vi din dit dig blev være også når så om skal kun denne mere efter bliver over hvis men hvad os her nu må får vil mange',
  },
  nb: {
    accents: 'å_pmlnrhgvsbtf/_rdpntlsvke øfntjrs_lhmpkb/rkltyvnmsdp ævnldmb/r',
    rare: 'éòôêóöäèü',
    words:
      'og det er til en på av for med ikke den som har et kan å at fra eller du jeg de vi din ditt deg ble være også når så om skal bare denne mer etter blir over hvis må får men hva oss her nå vil mange',
  },
  nn: {
    accents: 'åp_rmngflvtkdjå/_rdvtsblkåne øfthn_krsjlmp/rykgtvnlps ædl_/r',
    rare: 'éòôêóöäèü',
    words:
      'og det er til ein på av for med ikkje den som har eit kan å at frå eller du eg dei vi din ditt deg vart vere også når så om skal berre denne meir etter blir over viss må får men kva oss her no vil mange',
  },
  sv: {
    accents: 'äv_lrtsknfjhgmd/nrlgtmsvkdfc öf_tskhlrgmbj/rvkdnsplmjg åprmlh_gtsvnfdb/_ntlsrgdevk',
    rare: 'éüèàæø',
    words:
      'och det att som är på för med inte en ett av den till har kan från om eller du jag de vi din ditt dig var vara också när så ska skall bara denna mer efter blir över men vid må får vad oss här nu vill många hej',
  },
  fi: {
    accents: 'ätäkmspvjnlir_ye/_äylnrsitmovhpkje ötylkniörp/_tnsymköiläjhproa',
    rare: 'åšžéü',
    words:
      'ja ei on että se tai ole kun voi jos mutta sekä ovat myös kuin hän olen joka tämä oli niin nyt vain sinun sen ne mitä siitä kanssa voit mukaan jälkeen olet kiitos tämän mikä jo en tästä te me ennen',
  },
  is: {
    accents:
      'ðaieræuóíögáo/_aiusrgmkfnlv á_rljtmgþdhnpf/_lksrnatfigðmbh í_vsltrdp/_lsðnamkxurpóf æhvtnsrlfb_g/ðrgktsnimjl ó_jtlbmkhpsfí/gðkvstlnþrp_m öjmgt_rldvsþfh/glprfðkn þ_ótm/eaájúvöy ú_nbþthrmlj/tr_inmlvask ýlsnkdtbr/nsrtpjlm_ érshvl/trl_fu',
    rare: 'øå',
    words:
      'og að ekki er til sem á við það í um en með fyrir eða frá þú þér þinn eru var ég af hann hún þetta hefur sé því úr þegar verður ert ef vera hér takk svo þá nú',
  },
  fo: {
    accents:
      'ðaióroøíý/_uials ój_mbnt/ðgnkvt ár_dvgj/tm_vls ívfts_/lksð_ øljhtr_sf/grvkðl ætbpknv/ntlr ýtsnbl/tnðrsd ú',
    rare: 'éöå',
    words:
      'og at ikki er til sum á við tað í um men fyri ella frá tú tær tín eru var eg av hann hon hetta hevur so tí úr tá verður ein takk vit kann',
  },
  ga: {
    accents:
      'átehnrs_lmcdfgp/i_nlsrtdbg ínalrh_tdsmfuc/_onltcrsfd éfhr_ldpmntsc/ia_n úir_hdsltnc/_sinlcdpbr ónr_chgmltpfsd/i_drgnsfmt',
    words:
      'agus an na ar le is go ní do sé de tá ag as nach sin seo mar ach bhí é í ó á chun san leis níl gan bheith mé tú sí iad aon bhfuil',
  },
  gd: {
    accents:
      'à_lhbrdepncsg/irstg_nmbd òlhecrfst_dmn/_rimcngtdls èhdrcgln_f/ia_ ìnr_ldhsm/o_ndr ùi_hrcdts/_ritlsmbdng',
    rare: 'éóá',
    words: 'agus an na air is gu do tha chan ann le seo nach airson bho bidh mar ach no aig gun às chaidh',
  },
  br: {
    accents: 'ñaioe/_cv ùo/_ ê',
    rare: 'éàèôû',
    words: 'an ar ur da ha eus war gant evit eo en er ket pe emañ ho hag bet mont mat ouzh vo ez zo un evel',
  },
  wa: {
    accents: 'å è é ê û î ô',
    rare: 'âàëç',
    words: 'li les des po en on ene ki pol del nén do da est el avou come dins et si lu vos nos ça',
  },
  eu: {
    accents: 'ñ',
    rare: 'çüéáíó',
    words:
      'eta da ez du bat ere dira baina hau egin izan zen dut hori behar den duzu edo dago zure gure nola eskerrik',
  },
  cy: {
    accents: 'âr_mbh/m_urn ŵrl/p ô_r/l ê î û ŷ',
    rare: 'áéïö',
    words:
      'yn yr ar mae ei bod wedi ac am gan oedd chi eich hwn nid at sydd fel ond hyn neu dim ôl gyda ni nhw ble pryd heddiw yfory diwrnod annwyl heb iawn yma da ein rhwng hefyd popeth oherwydd diolch eu eisiau pan mewn dros cyn',
  },
  sq: {
    accents: 'ëtpnrsjhm_kqgldzb/_srnmtvzlp ç_yohiae/ie_akdf',
    words:
      'nuk është të për me nga një dhe në ose se mund që si kjo ju ka juaj do më janë jo po duke këtë së kur tuaj faleminderit ne ti ai ajo ku sot nesër dita ditë viti llogaria përshëndetje pa shumë këtu mirë mundemi jam jemi midis vetëm gjithçka mua tani kam ishte',
  },
  pl: {
    accents:
      'ładbswokgy_euzópit/oaąuę_óyenkc żouea_iódky/nye_ąkadlos ąłjinzsżwtdcgklb/c_dztćgpźż ęiłtzjrbwnklpgd/_dcptzkśćbg śoeyj_aęid/clćwnr_m órtkłsgpwmdibc_z/wrdtżłbcljźs ćayśiąeźę/_ ńeoaiu/_cs ź_dąeóau/_rnćwl',
    rare: 'éüöä',
    words:
      'nie się na do jest to że dla lub od przez może jak po być za tego można we ale czy co są ten tej był już tylko oraz przy pan pani jego jej który która które proszę dziękuję będzie tym ze jeśli go mi gdy aby my wy on ona gdzie kiedy dziś jutro dzień dni roku konto szanowny szanowna bez bardzo tutaj dobry możemy jestem nam pozdrawiam między więc ponieważ wszystko mnie sobie nasz oni była',
  },
  cs: {
    accents:
      'ínřclpčjtzmšvžsdb/_scktmčnlhdšvřrzp ánvrkmldzsřžbčthup/n_vzdtlřmsrpchšk řp_áotěaíveidy/eíiá_akoů ča_oíenuirúyěám/eí_natkiáůuol énvkmtrldh/_hmnlsdzr ýnvbkrmlhtd/_cmtsršpbvz žuo_yaeůirěíávml/ie_íákandbtuocs ěnmvtdbp/n_ltrřzdjhžckmťčšsď š_iuíveaoárlzýyjtněš/eíti_kplonavšť ůrktmdplčvcszjřnb/_žvsmlbrzjh ú_e/lrčsdpvck ókmz/dn ňeavuolžěitů/_ukotd ťěíšsu/_ou ďěaužer/_auto',
    rare: 'öüä',
    words:
      'se na je nelze pro nebo při že jako není které který byl do od ze jsou bylo si to ale tak jak jen za po by už vám váš když také být má podle může děkuji prosím jste této ve ke jsem co aby což až my vy on ona kde kdy dnes zítra den dny roku účet vážený vážená bez velmi zde dobrý můžeme nám pozdravem mezi proto pouze protože všechno mě sebe náš byla prosíme nebude',
  },
  sk: {
    accents:
      'ánrmkzlvdtsubhip/_zvtclrnmsdjphkž ínčrplžtzšschivdj/_skvtmrcpnlšzž č_aorúienäyud/iaíeunk_ošt ýnvtrkhld/_cmsbršlpzv úsj_nľtrdkvpbl/b_čcrtdťlsšvpkn ťiasyeäúšu/_ao énvtkrlmh/_hmrnd žou_ôeyĺairávík/ineíka_dbuso ľeokhuda_zsv/akbúon_suvt š_nvičoaíeyýuúrjázlšt/teií_pkaťnlouš ômdpvknrt/žvsltrzbpcš ämvp/tťčz ókltgfmz/dgnrpm ňevald_ojžĺtáíŕ/_ouat ĺdthp/žpbň ďe_uatoiž/_aožt ŕ',
    rare: 'öüě',
    words:
      'sa na je nie pre alebo pri že ako ktoré ktorý bol do od zo ste to ale tak len za po by už vám váš keď tiež byť má podľa môže ďakujem prosím tejto sú vo ku som čo aby až si bolo my vy on ona kde kedy dnes zajtra deň dni roku účet vážený vážená bez veľmi tu dobrý môžeme nám pozdravom medzi preto iba pretože všetko mňa náš bola prosíme nebude',
  },
  hu: {
    accents:
      'átzflnmvrs_ebdjgiyhkp/sljrntmvgbckzhíu ét_klzvsnmprgdycfj/srnglptkvhmdczb ísltzcnki_hdprvyáebm/trvmpnlzc ótlizmrkdbsgf_ne/_dkltsbjrinvazhfgm öktz_lrgmnhsjbőyv/rvznlstbmkdg őztldsrvgnby/_lktrszbdvfjnpáheiöm ür_zlfkvnystdia/lkgrzt_ns ú_tsizbmhynglrj/_jlstgrzcmp űytmrfngzsvkjd/k_vzrselntjmcih',
    words:
      'az és nem hogy egy van meg vagy ez csak lehet kell is el fel ki ha de már még mint volt ezt ön önnek lesz után azt nincs minden majd itt kérjük köszönöm így új amely ami sem jó most ne között mi ti én te hol mikor ma holnap nap napok évi tisztelt nélkül nagyon vagyok nekünk üdvözlettel ezért mert mindent engem miatt szeretném kedves',
  },
  hr: {
    accents: 'čiauo_enj/ieakn_ulj šeir_oaup/itkean_ćvč ćue_aoišp/eian_u žraoue_i/eainud_j đeaoižu/euai',
    rare: 'éöü',
    words:
      'je na se za ne nije ili ako koji koja koje da od su biti što nema samo već te sa kao može još po iz nakon vaš vaša vam ovo sve ima možete hvala kako će bi do pri ovaj smo mi vi on ona tko gdje kada danas sutra dan dana godine godina račun molimo poštovani poštovana molim bez više prema ovdje dobar možemo ću ćemo sam nas lijep pozdrav kod oko budu bila bilo kojim kojem novi između',
  },
  sl: {
    accents: 'čoi_eaušnzlr/eian_jkrulo š_ieojrzuam/tiečknalv žoea_ulird/niealju',
    rare: 'ćđéöü',
    words:
      'je ni za na ali in se pri ne lahko ki ima kot da ter ste bi pa še če že so po iz vaš vaša vam to tudi ko le samo prosimo hvala več bo biti od do ta smo vas kaj kako mi vi on ona kdo kje kdaj danes jutri dan dni leto leta račun prosim spoštovani spoštovana brez zelo tukaj dober bomo sem nas lep pozdrav okoli bila bilo med zato novo katere kateri čas',
  },
  ro: {
    accents:
      'ătczrsmlngdpvţfbu/_rtsţuşlm ţacpnieărub_l/iăea şie_arăon/iteaun î_e/nmi âctrfmvzpdlsngh/ntrmli ș ț',
    rare: 'éöüá',
    words:
      'nu de la în este pentru cu un sau din care mai pe fi au prin că să sunt ce al dacă ai ale vă mulțumim mulţumim după fost acest această poate cele și şi sa va se le dumneavoastră îl îi eu noi voi el ea unde când astăzi mâine ziua zile anul contul stimate stimată fără mult aici putem sunteți sunteţi suntem nostru bună salut între deci însă doar foarte toate asta ne te am ați aţi acum rugăm cum',
  },
  tr: {
    accents:
      'ınsdrltymçcğşkzpfg/_nrlşkmyszcğdtf şiıaeu_orü/lt_iıameukvsü çie_arüuıktls/ieaı_oöülmub ütrlsgd_nymkbzçcşğ/rmn_kzsltyşğvçc ğeaiıouüö/ieılura_mü ö_gbdysçkt/nrzslgğkytmp',
    rare: 'âîûé',
    words:
      've bir bu için ile değil olarak veya olan da de en kadar çok gibi sonra daha olduğu ne var yok size sizin lütfen teşekkürler her ama mi mı şu ben göre yeni şey ki iyi sen biz siz nerede bugün yarın gün yıl hesap sayın merhaba çünkü ancak bize bana teşekkür ederim arasında şimdi bütün yapmak oldu kendi',
  },
  ku: {
    accents:
      'êyprwltnkvjhzs_bxdg/_nrşkwdzmvtbj îrbtnkdvjlyshş_mgzpw/_nrstşkmfpvyjhb şê_iîarx/atbekîi_dynê ç_rê/aeû ûrn_btmkç/_npry',
    words:
      'ku bi ji di li ev ew ne bo ya yê jî re ser hat dike bû min te wê ez tu em hûn kengê îro sibe roj sal spas bê gelek vir baş dikare navbera tenê hemû',
  },
  lt: {
    accents:
      'šia_ekruyšot/iakt_mvroyuečųsjpdąlįnė ėnltmdrkbsvpgš/s_tljrmžnkpg ųitmlnkjšdsbrgvzp/_s į_nltjredškgs/_rvjdtkspgm ąmtsjlkgniršdbpv/_rjsl žu_daeėorimąnly/iy_edrakvuobtpmn čienšauo_rsėy/ie ūbtrigckjlšdv/trskzdnlšvm ętnblmrdjvpse/_sė',
    words:
      'ir ne yra nėra su kad iš nuo arba kaip tik bus gali į per bet jau už apie ar po prie jūsų jūs šis ši tai ačiū prašome buvo mes savo dėl kuris daugiau bei aš šią dar jei jis ji kur kada šiandien rytoj diena dieną metų sąskaita gerbiami gerbiamas labas be pagal čia galite galime esu mums jums pagarba naujas tarp nes todėl kas vienas tačiau kai nebuvo mūsų laikas visi',
  },
  lv: {
    accents:
      'ārtnkmpjlvdsbgaš_ņzcu/_sdrtjlmkcšnpbvzga ēvlmtszrpdnbhšcķjģ/trljg_mšscnpkdļ ītdzrlsšbžnc_vpm/tbmgdjvk_sšcnp š_koaeēāgīriuļņptnm/ai_ķīouāūrēsplemv ļkaet_ēiuoā/aūuošiāņ_ ūbļtšrgljs/tdrnksšlm_v ņitaezļdo/aueoāšiēkr žeaidā_u/īaouāģsie_ ķšrio_ē/ieaēu ģeiž_ēo/iēae č_īu/aue',
    rare: 'öõ',
    words:
      'ir nav un ar no uz nevar par vai lai kā ja pie tika bet tas jau pēc jūsu jūs šis šī tā paldies lūdzu bija mēs savu kas vairāk tiek šo kad ne var es to līdz viņš viņa kur šodien rīt diena dienas gada rēķins cienījamie labdien bez šeit varat varam esmu mums jums cieņā jauns starp jo tāpēc viens tomēr mūsu laiks visi būs mans labi',
  },
  et: {
    accents:
      'ävmäjknpt_sl/rliäshetbdpng õvl_stakmnpr/itnprlehusj üs_tülkrnph/mhlüspknbg_r öötpvmä/öt_rdlkniü š ž',
    rare: 'é',
    words:
      'ja ei on ning või et kui ole selle kas saa pole seda aga see ka mis oma teie sinu meie siis veel pärast palun tänan oli ta kes välja üle nii ma te mida selles mina tema kus millal täna homme päev päeva aasta lugupeetud tere ilma väga siin hea saame olen meile teile vahel seetõttu ainult kõik mind palju ära ühe',
  },
  mt: {
    accents: 'ċ ġ ħ ż',
    rare: 'àèìòù',
    words: 'ta li il ma fil hija dan din għal mhux jew hu kien biex minn huwa kif tal lil għandek fuq se',
  },
  eo: {
    accents: 'ĉ_irnole/ieauo_ ĝi_naerlo/ioaue_k ŭae/_tilragedzsvbk ŝ_aloueirnd/aleoumtip ĵa_r/oeau_ ĥreh/ia_',
    words:
      'la de kaj en ne estas al por el ĉi ke kun kiel sed tiu aŭ ĝi ĉu mi vi via ĉar estis povas pri da ni li ŝi ili kie kiam hodiaŭ morgaŭ tago jaro karulo saluton sen tre tie bona nia inter ankaŭ nur ĉio min havas devas kio tiuj post tra dum jes kiu kiuj ol se tute',
  },
  vi: {
    accents: 'ă â đ ê ô ơ ư à á è é ù ú ì í ò ó \u0300 \u0301 \u0303 \u0309 \u0323',
    rare: 'ãõý',
    words:
      'và của là không được cho có trong một các với để này bạn đã từ khi người những tôi hoặc sẽ về theo đến mã như nếu vui lòng',
  },
} as const satisfies Record<string, Language>
