/**
 * Words that speak against a code: names of other numbers (`not`, which also spoil a code word beside them;
 * `other`, which only name the number beside them), numbers for comparison, and places where codes open doors
 * or pay.
 */

/** These turn even a clear code word beside them into the name of something else. */
export const SPOILING_NAMES = `
!in order to|pickup|pick-up|pick up|collection|delivery|parcel|package|locker|ticket|boarding|door|gate|coupon|voucher|promo|discount|gift card|gift|referral|invite|invitation|licence|license|meeting|invoice|receipt|redemption|booking|reservation|order|wifi|wi-fi|check-in|entry|raffle|key safe|its code|rma|return|conference|dial-in|dial in|webinar|facture|factura|fattura|fatura|faktura|faktury|factuur|carte cadeau|giftcard|geschenkkarte|tarjeta regalo|carta regalo|cartao presente|礼品卡|禮品卡|ギフトカード|기프트카드|入場|入场|票券|入园|入園|キーボックス|鍵|金庫|입장|예매|발권|공연|visio*|reunion|besprechung*|riunione|reuniao|vergadering*|spotkani*|toplanti*|meeting id|kluis|fiets
取件|取货|取貨|提货|提貨|取票|取餐|取衣|取车|门禁|門禁|开门|開門|开锁|核销|核銷|兑换|兌換|优惠|優惠|折扣|礼品|禮品|邀请|邀請|发票|發票|会议|會議|检票|快递|快遞|收货|收貨|签收|簽收|票据|到店|电子票|防伪|入住|停车
受取|受け取り|荷物|配達|引換|クーポン|招待|ギフト|会議|ミーティング|解錠|入館|予約|注文|チケット|픽업|수령|배송|택배|쿠폰|초대|상품권|회의|출입|예약|주문
abhol*|paket*|zustell*|liefer*|gutschein*|rabatt*|einladung*|tur*|buchung*|bestell*|rechnung*|retrait|livraison|colis|cadeau|commande|recogida|entrega|descuento|reserva|pedido|retirada|cupom|encomenda|ritiro|consegna|sconto|prenotazione|ordine|получения|выдач*|доставк*|скидк*|заказ*|бронирован*|ophaal*|bezorg*|afhaal*|odbioru|teslimat|nhan hang|pengambilan|pengiriman
darkov*|poukaz*|slevov*|vyzvednut*|zasilk*|balik*|objednav*|rezervac*|vstupenk*|jizdenk*|pozvank*|doporucen*|slev*|kupon*|vydejn*|dver*|brank*|schrank*|wifi|odbior*|paczk*|przesylk*|rabatow*|kuponu|znizk*|promocyjn*|zamowien*|rezerwac*|biletu|zaprosz*|polece*|bramy|drzwi|furtki|skrytki|poukazu|podarunkow*|prezentow*|spotkania
atvetel*|csomag*|kupon*|kedvezmeny*|ajandek*|utalvany*|rendeles*|foglalas*|jegy*|meghivo*|ajanlo*|kapukod*|ajtokod*|kulcsszekreny*|ertekezlet*|akcio*|nouto*|paketet|paketnummer*|paketin|paketi|lahety*|alennus*|etukood*|lahjakort*|kutsu*|tilaus*|varaus*|lippu*|ovikood*|porttikood*|avainlokero*|lokero*|kokous*|kuponki*|suosittelu*|kampanja*
ridicare|colet*|voucher*|cupon*|reducere*|reduceri|discount*|comanda|comenzii|rezervar*|bilet*|invitat*|cadou|recomandar*|usii|poarta|promotional*|sedint*|livrare|livrarii|awb|купон*|отстъпк*|ваучер*|подарък*|подаръч*|пратк*|поръчк*|резервац*|билет*|покан*|вратата|врата|шкафче*|портал*|промо*|получаване на|доставк*|среща*
промокод*|промо-код*|скидочн*|купон*|ваучер*|подароч*|постамат*|ячейк*|посылк*|доставк*|бронирован*|брони|билет*|приглас*|реферальн*|рекоменда*|домофон*|подъезд*|калитк*|двер*|ворот*|конференц*|встреч*|знижк*|подарунк*|поштомат*|комірк*|комірки|посилк*|відправлен*|замовлен*|бронюван*|квитк*|запрошен*|під’їзд*|зустріч*|отримання
εκπτωσ*|εκπτωτικ*|κουπον*|δωρο*|δωροκαρτ*|παραλαβ*|δεμα*|δεματος|αποστολη*|παραγγελι*|κρατησ*|εισιτηρι*|προσκλησ*|πορτας|πορτα|κλειδοθηκ*|συναντησ*|προσφορ*|προωθητικ*|θυριδ*
rabattkod*|rabatt*|kampanjkod*|presentkort*|varvningskod*|varva*|hamtkod*|uthamtning*|avhamtning*|utlamning*|paketet|paketnummer*|paketin|paketi|bokning*|biljett*|portkod*|dorrkod*|grindkod*|nyckelskap*|moteskod*|inbjudan*|kupong*|erbjudandekod*|anmalningskod*|rabatkod*|rabat*|gavekort*|hvervekod*|afhentning*|pakkekod*|pakke*|pakkeboks*|booking*|billet*|dorkod*|nøgleboks*|nogleboks*|mødekod*|invitation*|kupon*|kampagnekod*|hentekod*|hente*|gavekode*|vervekod*|verve*|bestilling*|dørkod*|møtekod*|motekod*|nøkkelboks*|nokkelboks*|sending*|priskod*|kontrolkode|utleveringskod*
afhaal*|ophaal*|pakket*|kortingscode*|korting*|cadeau*|cadeaubon*|actiecode*|vouchercode*|waardebon*|uitnodiging*|boeking*|reservering*|ticket*|deurcode*|poortcode*|sleutelkluis*|kluisje*|vergader*|bestel*|barcode*|AGB-code|agb-code
indirim*|kupon*|hediye*|promosyon*|kampanya*|teslim*|teslimat*|kargo*|paketet|paketnummer*|paketin|paketi|siparis*|rezervasyon*|bilet*|davet*|referans*|kapi|kapinin|kapisi|toplanti*|dolap*|hediye ceki
giam gia|khuyen mai|uu dai|voucher|qua tang|nhan hang|lay hang|don hang|van don|buu kien|dat cho|dat phong|dat ve|gioi thieu|mo cua|mo cong|phong hop|tu khoa|phieu|su kien
diskon*|voucher|kupon|promo|hadiah|undangan|referal|referral|pengambilan|pesanan|paket|kiriman|booking|pemesanan|reservasi|tiket|pintu|gerbang|rapat|loker|penukaran|antrean|belanja|pick up
خصم|الخصم|قسيمة|القسيمة|كوبون|هدية|بطاقة الهدية|الدعوة|الاستلام|استلام|الطرد|الشحنة|الطلب|الحجز|التذكرة|الباب|البوابة|الاجتماع|الخزانة|تخفيض|العرض|الاحالة|المسابقة
קופון|הנחה|מבצע|שובר|מתנה|הזמנה|איסוף|חבילה|משלוח|לוקר|דלת|השער|לשער|לדלת|כניסה לבניין|כרטיס|פגישה|הטבה|מימוש
कूपन|छूट|वाउचर|उपहार|ऑफर|प्रोमो|पिकअप|पार्सल|डिलीवरी|ऑर्डर|बुकिंग|टिकट|रेफरल|आमंत्रण|दरवाज़|गेट|लॉकर|मीटिंग
ส่วนลด|คูปอง|โปรโมชั่น|โปรโมชัน|โปร|ของขวัญ|รับพัสดุ|พัสดุ|รับของ|คำสั่งซื้อ|การจอง|จองห้อง|ประตู|กล่องกุญแจ|ตู้|ตั๋ว|แนะนำเพื่อน|เชิญ|ประชุม|แลกของ|ข้อผิดพลาด|ไอเทมโค้ด|เข้างาน|สินค้า
retrait|point relais|consigne|cheque cadeau|bon d'achat|bon de reduction|parrain*|promo*|billet|portail|portillon|boite a cle*|interphone|avoir|canje|cupon*|bono|vale de desconto|puerta|porton|taquilla|buzon*|caja de llaves|promocional*|invitacion|referido|sorteo|boleto|entrada al evento|levantamento de encomenda|levantamento em loja|cupao|promocional|portao|cacifo|cofre|convite|indicacao|sorteio|bilhete|codice sconto|coupon|cancello|portone|cassetta|ritiro|invita un amico|biglietto|amico|locker
abholung|gutschein*|rabatt*|aktionscode|empfehlungscode|werbecode|torcode|turcode|schlusselbox|paketkasten|abholcode|ticketcode|einladungscode|geschenkcode|promocode|freundescode|bonuscode|vorteilscode
slice|treat|deal|promo|loyalty|bonus|fault|service|error|promocode|cashback|stockist
`

export const NOT_NAMES = `
order|orders|purchase|invoice|bill|receipt|booking|reservation|pnr|record locator|locator|tracking|shipment|waybill|awb|parcel|package|delivery|pickup|pick-up|pick up|collection|locker|ticket|e-ticket|boarding|flight|seat|gate|room|door|gate code|garage|lockbox|entry gate|wi-fi|wifi|wlan|coupon|voucher|promo|promotion|promotional|discount|offer|gift|gift card|giftcard|referral|refer-a-friend|invite|invitation|redeem|redemption|reward|licence|license|product key|serial|meeting|webinar|conference|dial-in|join|error|status|exit|response|http|postal|post|zip|reference|ref|ref.|case|claim|policy|member|membership|customer|client|student|employee|patient|tax|vat|swift|iban|sort|routing|branch|bank|product|item|sku|model|batch|lot|stock|article|discount code|promo code|event|check-in|checkin|table|queue|raffle|competition|entry|class|course|transaction id|transaction no|trace|terminal|approval|auth code|cpt|billing|merchant|commit|build|pull request|issue|incident|job|run|pipeline|release|barcode|upc|isbn|iata|icao|colour|color|hex|dress|area|country|dialing|dialling|return|rma|repair|warranty|donation|lottery|survey|tax code|fiscal
订单|訂單|取件|取货|取貨|提货|提貨|取票|取餐|取衣|取车|取号|叫号|排队|提取码|提取密码|访问密码|解压密码|打开密码|查看密码|会议密码|入会密码|房间密码|wifi密码|开门密码|门禁|門禁|开门|開門|开锁|门锁|房间|入住|核销|核銷|兑换|兌換|优惠|優惠|折扣|折价|折扣码|券码|券号|券|代金券|礼品卡|礼品|禮品|禮物|邀请|邀請|推荐|推薦|推广|推介|卡密|卡号|卡號|激活卡|充值卡|序列号|序號|序列號|许可证|許可證|授权文件|产品密钥|會議|会议|入会|参会|电话会议|运单|運單|快递|快遞|物流|包裹|发票|發票|收据|收據|票据|票號|票号|电子票|车票|机票|门票|座位|航班|车次|检票|乘车|乘車码|乘车码|健康码|流水|交易单|凭证|憑證|工单|工單|案件|案号|受理|错误|錯誤|报错|状态|邮政|郵遞|邮编|邮|商品|货号|產品|产品|物料|股票|基金|证券|證券|统一社会信用|税号|稅號|统编|統編|备案|许可|学号|工号|员工|會員|会员|客户|客戶|准考证|报名|考场|桌号|预约|預約|预订|預訂|确认号|確認號|登机|行程|停车|车牌|抽奖|中奖|活动|参赛|直播间|红包|追溯|防伪|防偽|版本|构建|颜色|色号|颜色代码|区号|國碼|国家代码|支行|银行|分行|单号|單號|编号|編號|号牌
注文|ご注文|予約|ご予約|お問い合わせ|お問合せ|問い合わせ|追跡|伝票|送り状|配送|荷物|受取|受け取り|お受け取り|引換|引き換え|クーポン|割引|プロモ|プロモーション|招待|紹介|ギフト|シリアル|ライセンス|プロダクト|会員|お客様|顧客|郵便|電話|請求書|請求|領収|受付|整理|会議|ミーティング|エラー|搭乗|便|座席|口座|支店|銀行|品番|型番|管理|チケット|解錠|入室|入館|ドア|部屋|キャンペーン|抽選|登録番号|社員|学籍|法人|事業者|色|国番号|配達|お届け|友達紹介|友だち紹介|特典|交換
주문|예약|운송장|송장|배송|택배|픽업|수령|쿠폰|할인|프로모션|초대|추천|추천인|상품권|기프트|시리얼|라이선스|우편|전화|고객|회원|회의|오류|에러|탑승|좌석|항공|계좌|은행|상품|사업자|사업자등록|통신판매|통신판매업|문의|접수|티켓|입장|출입|현관|교환|청구서|영수증|대기|참가|경품|이벤트
bestell*|bestellung|auftrag*|rechnung*|buchung*|reservierung*|sendung*|paket*|liefer*|abhol*|gutschein*|rabatt*|aktions*|einladung*|empfehlung*|geschenk*|kunden*|vorgang*|ticket*|postleit*|plz|tur*|zimmer*|lizenz*|serien*|fehler*|referenz*|steuer*|besprechung*|konferenz*|mitglied*|flug*|sitz*|artikel*|produkt*|storno*|vertrag*|beleg*|schliessfach*|rucksende*|retoure*
famille|eleve|foyer|scolaire|commande|facture|dossier|suivi|colis|livraison|retrait|reduction|parrainage|cadeau|carte cadeau|porte|digicode|chambre|erreur|siret|tva|reunion|adherent|billet|vol|siege|produit|contrat|avantage|remise|consigne|serie
familia|alumno|alumna|expediente|pedido|pedidos|orden de compra|factura|reserva|reservacion|seguimiento|envio|paquete|recogida|recoleccion|entrega|descuento|cupon|promocional|promocion|regalo|invitacion|cliente|puerta|habitacion|licencia|referencia|socio|boleto|billete|vuelo|asiento|articulo|producto|contrato|localizador|encomenda|fatura|nota fiscal|rastreio|rastreamento|retirada|desconto|cupom|presente|convite|porta|quarto|licenca|erro|reuniao|bilhete|voo|assento|produto|compra|indicacao|protocolo|barras
famiglia|alunno|ordine|fattura|prenotazione|tracciamento|spedizione|pacco|ritiro|consegna|sconto|promozionale|invito|postale|camera|licenza|errore|riferimento|fiscale|riunione|biglietto|volo|posto|articolo|prodotto|contratto|pratica|buono|amico
заказ*|счет*|счёт*|бронирован*|брони|отправлен*|трек*|посылк*|доставк*|получен*|выдач*|скидк*|купон*|промо*|промокод*|подароч*|приглас*|клиент*|индекс*|двер*|домофон*|номер*|лиценз*|ошибк*|инн|конференц*|встреч*|билет*|рейс*|мест*|товар*|договор*|квитанц*|чек*|обращен*|заявк*|сертификат*
bestelling|factuur|reservering|zending|pakket|levering|ophaal*|korting*|kortingscode|cadeau*|uitnodiging*|klant*|postcode|afhaal*|boeking*|zamowien*|faktur*|rezerwac*|przesylk*|paczk*|odbioru|rabat*|klienta|pocztowy|siparis|rezervasyon|kargo|teslimat|indirim|hediye|davet|musteri|posta|don hang|hoa don|dat cho|van don|giam gia|khuyen mai|qua tang|gioi thieu|nhan hang|pesanan|faktur|pemesanan|resi|pengiriman|paket|diskon|hadiah|undangan|pelanggan|pengambilan|الطلب|طلبك|الفاتورة|الحجز|الشحنة|الخصم|القسيمة|التتبع|خصم
objednavk*|faktur*|zasilk*|balik*|sledovac*|rezervac*|vstupenk*|jizdenk*|letenk*|smlouv*|zakaznick*|zakaznik*|cislo zakaznika|variabilni symbol|vs|podani|sp. zn.|spisov*|pripad*|tiket|ticketu|pozadav*|chyb*|seriov*|licenc*|psc|ico|dic|prukaz*|clensk*|kupon*|slev*|poukaz*|darkov*|dver*|schuzk*|smerov*|vyzvednut*|vydejn*|linka|ucebna|pojistk*
zamowien*|faktur*|przesylk*|paczk*|rezerwac*|bilet*|umow*|klienta|klient|numer klienta|sprawa|sprawy|sprawie|zgloszen*|blad|bledu|seryjn*|licenc*|pocztow*|rabat*|kupon*|bonu|ppe|nr operacji|operacji|zlecen*|polis*|czlonkow*|indeks*|pesel|regon|nip|krs|spotkan*|kreskow*
rendeles*|szamla*|szamlaszam*|csomag*|nyomkovet*|foglalas*|jegy*|szerzodes*|ugyfel*|ugyfelszam*|ugyiratszam*|ugyszam|iktatoszam*|hiba*|hibakod*|sorozatszam*|licenc*|iranyitoszam*|adoszam*|kupon*|kedvezmeny*|utalvany*|ajandek*|ajto*|kapukod*|kaput|ertekezlet*|megbeszeles*|azonositoja|felhasznalo*|merohely*|meresi pont|bejelentes*|tagsag*|jarat*|atvetel*
tilaus*|tilausnumer*|lasku*|viite*|viitenumer*|lahety*|paketti*|paketin|seurantatunnu*|seuranta*|varaus*|varausnumer*|lippu*|sopimus*|asiakas*|asiakasnumer*|tapaus*|tiketti*|palvelupyynto*|virhe*|virhekood*|sarjanumer*|lisenssi*|postinumer*|y-tunnus|alennus*|alekood*|lahjakort*|ovi*|portti*|kokous*|nayte*|kortin|kirjastokort*|jasen*|kayttopaik*|nouto*|noutotunnus|lokero*|pyynto
comanda|comenzi*|factura*|facturii|colet*|awb|rezervar*|bilet*|contract*|client*|cod client|dosar*|tichet*|cerere*|sesizar*|eroare|erori|serie|seria|licent*|postal|cif|reducere*|voucher*|cupon*|cadou|poarta|sedint*|membru|zbor*|polita|inregistrare|iban|bic|swift|tranzactie|ridicare|livrar*
поръчк*|фактур*|пратк*|товарителниц*|резервац*|билет*|договор*|клиентск*|клиент|преписк*|случай|заявк*|тикет*|грешк*|сериен|серийн*|лиценз*|пощенск*|еик|булстат|отстъпк*|купон*|ваучер*|подаръ*|врат*|среща*|полиц*|абонат*|партид*|итн|уин|егн|заявлени*|вх. №|поща
полис*|договор*|обращени*|заявлен*|дело|серийн*|зачётная книжка|зачетная книжка|лицевой счёт|лицевой счет|абонент*|артикул*|накладн*|рейс*|вагон*|квартир*|уин|огрн*|снилс|бик|табельн*|промокод*|ваучер*|постамат*|ячейк*|подъезд*|код товара|код ошибки|код города|трек-номер
замовлен*|рахунок|рахунк*|фактур*|посилк*|відправлен*|накладн*|ттн|бронюван*|квитк*|квиток|договор*|клієнт*|справа|справи|справу|звернен*|заявк*|помилк*|серійн*|ліценз*|індекс*|єдрпоу|рнокпп|знижк*|купон*|ваучер*|подарунк*|двер*|зустріч*|поліс*|картка|декларац*|абонент*|платіж №|поштомат*|комірк*|рейс*
παραγγελι*|τιμολογι*|αποστολ*|αποστολες|αποστολης|δεμα*|κρατησ*|εισιτηρι*|συμβολαι*|πελατη*|υποθεσ*|αιτημα*|αιτησ*|σφαλμα*|σειριακ*|αδεια*|ταχυδρομικ*|τ.κ.|αφμ|εκπτωσ*|κουπον*|δωρο*|πορτ*|συναντησ*|παροχ*|αναφορας|αρ. αναφορας|πρωτοκολλ*|πτησ*|μητρωο*|αμ|rf
order*|faktura*|fakturanummer*|ocr|forsandelse*|kolli*|paketet|paketnummer*|paketin|paketi|sparnings*|bokning*|biljett*|avtal*|kund*|kundnummer*|kundnr*|arende*|arendenummer*|diarienummer*|felkod*|felkod|serienummer*|licens*|postnummer*|orgnr|org.nr|organisationsnummer*|rabatt*|presentkort*|dorren|dorrkod*|motet|medlem*|medlemsnummer*|remiss*|lopnr|personnummer*|flyg*|anlaggning*|anlaggnings-id|kid|malerst*|maler*
ordre*|ordrenr*|faktura*|forsendelse*|pakke*|sporing*|sporings*|booking*|billet*|billett*|kontrakt*|avtale*|kunde*|kundenr*|kundenummer*|sagen|sagsnummer*|sagsnr*|sak|saken|saksnummer*|saksnr*|henvendelse*|fejlkod*|fejl|feilkod*|feil|serienr*|serienummer*|licens*|lisens*|postnr*|postnummer*|cvr|cpr|org.nr|rabat*|rabatt*|gavekort*|døren|dørkod*|mødet|medlem*|medlemsnr*|studienummer*|studentnr*|rekv*|police|målernr*|målepunkt*|fly|referanse|transaktion*|kid|puk|bonusnr*|løbenr*
bestel*|bestelnummer*|factuur*|factuurnummer*|zending*|track*|boeking*|contract*|klant*|klantnummer*|zaak*|zaaknummer*|melding*|ticket*|foutcode*|fout|serienummer*|licentie*|postcode*|kvk*|btw*|korting*|cadeau*|deur*|poort*|vergader*|lidnummer|lidmaatschap*|studentnr*|studentnummer*|polis*|vlucht*|agb-code|recept*|job|leerlingnummer*
siparis*|fatura*|kargo*|takip*|rezervasyon*|bilet*|sozlesme*|musteri*|talep*|talep no|destek*|hata*|hata kodu|seri*|lisans*|posta*|vergi*|tckn|indirim*|kupon*|hediye*|kapi|kapinin|kapisi|toplanti*|ucus*|uye no|ogrenci no|abone*|tesisat*|police*|dekont*|dosya*|basvuru*|mersis|kayit no|barkod*
don hang|hoa don|van don|buu kien|theo doi|dat cho|dat phong|hop dong|khach hang|ma khach hang|ho so|yeu cau|phieu|su co|ma loi|seri|giay phep|buu chinh|ma so thue|mst|giam gia|khuyen mai|uu dai|qua tang|chuyen bay|thanh vien|hoc sinh|sinh vien|so seri|giao dich so
pesanan|faktur|tagihan|invoice|resi|kiriman|pemesanan|reservasi|tiket|kontrak|pelanggan|nomor pelanggan|id pelanggan|kasus|laporan|permohonan|pengaduan|kesalahan|error|seri|lisensi|pos|npwp|diskon|voucher|kupon|promo|hadiah|pintu|rapat|penerbangan|anggota|antrean|no. rm|polis|referensi|no. referensi|tanda terima|kk|nik|rekening tujuan
الطلب|طلبك|طلبكم|رقم الطلب|الفاتورة|فاتورة|الشحنة|شحنة|الحجز|التذكرة|تذكرة|العقد|العميل|عميل|رقم العميل|الحالة|البلاغ|بلاغ|بلاغك|معاملتكم|المعاملة|خطا|الخطا|التسلسلي|الرخصة|البريدي|الضريبي|الخصم|قسيمة|كوبون|هدية|الباب|الاجتماع|الرحلة|العضوية|عضويت|الملف|رقم الملف|المرجع|مرجع|السجل|الاشتراك|اصدار|رقم المبنى
הזמנה מס|מספר הזמנה|חשבונית|משלוח|מעקב|חוזה|לקוח|מספר לקוח|פנייה|פניה|מס' פנייה|תיק|בקשה מס|בקשה מספר|שגיאה|סידורי|רישיון|מיקוד|ח.פ|ע.מ|הנחה|קופון|מתנה|דלת|פגישה|טיסה|חבר מס|מס' חבר|אסמכתא|פוליסה|כרטיס|קריאה|מזהה
ऑर्डर|बिल|इनवॉइस|चालान|शिपमेंट|ट्रैकिंग|बुकिंग|टिकट|अनुबंध|ग्राहक संख्या|ग्राहक|उपभोक्ता|शिकायत|आवेदन|अनुरोध|त्रुटि|सीरियल|लाइसेंस|पिनकोड|पिन कोड|जीएसटी|छूट|कूपन|उपहार|दरवाज़|मीटिंग|उड़ान|सदस्य|रसीद|पावती|संदर्भ|अपॉइंटमेंट|uhid|utr|यूटीआर|फ़ाइल|पॉलिसी|खाता संख्या
คำสั่งซื้อ|ใบแจ้งหนี้|ใบเสร็จ|พัสดุ|ติดตาม|การจอง|หมายเลขจอง|ตั๋ว|สัญญา|ลูกค้า|รหัสลูกค้า|เรื่อง|เลขที่|เลขรับ|รับเรื่อง|ข้อผิดพลาด|ซีเรียล|ใบอนุญาต|ไปรษณีย์|ภาษี|ส่วนลด|คูปอง|ของขวัญ|ประตู|ประชุม|เที่ยวบิน|สมาชิก|เลขนัด|คำขอ|อ้างอิง|ผู้ป่วย|นักศึกษา|กรมธรรม์|งาน #|ค่าธรรมเนียม|กล่องกุญแจ|ไวไฟ
dossier|numero de dossier|adherent|sociétaire|societaire|contrat n|numero client|client|numero d'abonne|reference client|ticket n|code porte|interphone|code postal|code erreur|sinistre|compteur|pdl|demande n|devis|bordereau
expediente|solicitud|legajo|incidencia|ticket|turno|siniestro|poliza|abonado|contrato|cups|matricula|numero de cliente|nro de cliente|numero a portar|retiro n|error|guia|albaran|nif|cuit|rfc|curp|nie|incidente|caso|radicado|comprobante
processo|utente|n.º de utente|protocolo|chamado|matricula|apolice|numero de cliente|numero do pedido|ocorrencia|incidente|erro|codigo postal|guia|recibo|colheita|referencia|entidade|mandato|uc|instalacao|ramal
pratica|numero pratica|cliente|codice cliente|codice fiscale|pdr|matr.|matricola|segnalazione|polizza|tessera|cro|trn|operatore|errore|numero ordine|richiesta|prelievo n|contratto|utenza|protocollo|interno|codice postale
aktenzeichen|auftragsnummer|kundennummer|kundennr*|mitgliedsnummer|matrikelnummer|vorgangsnummer|sitzung|versicherungsnummer|zahlernummer|vertragskonto|fallnummer|anfrage|meldung|storung|fehlercode|gerat nr|az.|versichertennummer
request|withdrawal request|ticket id|event id|case no|application|applicant|session|session id|member no|student id|patient id|fault|fault code|service code|utr|reference no|quote|mrn|hn|consignment
工单号|请求编号|申请编号|事件编号|病历号|就诊卡|保单|合同号|房号|申請編號|案件編號|病歷號|保單|合約|受付番号|診察券|契約番号|申請番号|要求番号|접수번호|사번|환자번호|계약번호|신청번호|세션
`

/**
 * Names that can also be the purpose of a code ("verify your account: …"). They count only when nothing else
 * decides.
 */
export const SOFT_NAMES = `
password|account|username|user name|mobile|phone|card|payment|device
密码|密碼|账号|帐号|账户|賬號|帳號|帳戶|用户名|手机|手机号|手机号码|手機|手機號碼|邮箱
パスワード|ユーザー名|アカウント|비밀번호|아이디|계정
passwort|kennwort|benutzername|konto|karte|mot de passe|identifiant|compte|carte|contrasena|usuario|cuenta|tarjeta|senha|conta|cartao|utente|conto|carta
пароль|логин|аккаунт*|карта|карты|wachtwoord|gebruikersnaam|rekening|haslo|sifre|hesap*|mat khau|tai khoan|kata sandi|akun*|كلمة المرور|الحساب|حسابك
heslo|ucet|telefon|karta|jelszo|fiok|telefonszam|salasana|tili|puhelin|parola|cont|card|парола|акаунт|телефон|сметка|рахунок|картка|λογαριασμος|καρτα|τηλεφωνο|losenord|konto|kort|adgangskode|passord|kontoen|kortet|hesap|kart|mat khau|tai khoan|dien thoai|kata sandi|akun|rekening|kartu|ponsel|บัญชี|บัตร|มือถือ|खाता|कार्ड|मोबाइल|الحساب|البطاقة|الجوال|חשבון|כרטיס|טלפון
`

export const OTHER_NAMES = `
temporary password|initial password|default password|user id|uid|account number|account no|account id|card number|ending|ending in|ending with|ends in|last four|last 4|telephone|phone number|tel|call|call us|fax|hotline|text|sms to|helpline|id|version|room|suite|building|floor|p.o. box|po box|street|since|nr|copyright|amount|total|price|cost|balance|points|ip|build|ext|extension|meeting id|number of|registered|company no|registration no|vat|abn|cvv|cvc|expiry|zip|service desk
初始密码|初始密碼|默认密码|登录密码|账号id|账号:|用户id|用户编号|尾号|尾號|末四位|末4位|卡尾号|电话|電話|热线|熱線|客服|客服电话|拨打|致电|传真|qq群|群号|金额|金額|余额|餘額|总计|合计|价格|积分|点数|地址|邮编|楼|室|第|共|总共|超过|约|近|已有|编码|序号|沪icp备|京icp备|粤icp备|京公网安备|网安备|版权
初期パスワード|仮パスワード|ユーザーid|口座番号|カード番号|下4桁|末尾|お電話|合計|残高|ポイント|〒|住所|約|計|登録者数|임시 비밀번호|카드|끝자리|전화|고객센터|대표전화|금액|합계|잔액|포인트|약|총|주소
kontonummer|endet auf|endziffer*|telefon|tel.|anruf*|rufen sie|betrag|summe|gesamt|preis|guthaben|punkte|hrb|ust-idnr|seit|postfach|strasse|kundendienst
se terminant par|finissant par|appelez*|montant|solde|prix|depuis|rcs|service client|bp|terminada en|que termina en|telefono|llame|llama|importe|monto|saldo|precio|puntos|desde|apartado|cartao final|terminado em|telefone|ligue|valor|preco|pontos|cnpj|cpf|cep|nif|cif|che termina con|chiami|chiama|importo|totale|prezzo|punti|p.iva|p. iva|partita iva|cap|dal
счет|оканчива*|телефон|тел.|звоните|позвоните|сумма|сумму|итого|баланс|цена|бонус*|огрн|инн|кпп|оф.|ул.|дом
eindigend op|telefoon|bel|bedrag|kvk|zadzwon|kwota|nip|krs|arayin|tutar|bakiye|dien thoai|goi|so tien|so du|telepon|hubungi|jumlah|البطاقة|الهاتف|اتصل|المبلغ|الرصيد
tel.|telefon|linka|linku|volejte|castka|castku|zustatek|cena|celkem|ke stazeni|verze|uzivatelske cislo|dzwon|infolinia|saldo|razem|wersja|konczac*|koncici|osszeg|egyenleg|telefonszam|hivjon|verzio|vegzodo|summa|hinta|puh.|puh|soita|yhteensa|versio|paattyva|suma|sold|pret|sunati|tel|versiune|terminat
сума|баланс|цена|тел.|телефон|обадете|версия|завършва*|залишок|ціна|зателефон*|дзвоніть|версія|закінчу*|ποσο|υπολοιπο|τιμη|τηλ.|τηλεφωνο|καλεστε|εκδοση|ληγει σε|belopp|saldo|pris|tfn|tel|ring|version|slutar pa|belob|beløb|tlf*|der ender pa|ender pa|beløp|belop|tlf|versjon|som slutter pa|slutter pa
tutar|bakiye|fiyat|toplam|tel|arayin|surum|biten|so tien|so du|gia tien|tong dai|hotline|goi|dien thoai|phien ban|duoi|nominal|saldo|harga|total|telp|telp.|hubungi|versi|berakhiran|biaya|จำนวนเงิน|ยอด|ราคา|โทร|เบอร์|เวอร์ชัน|ลงท้าย|เลขบัญชี|हेल्पलाइन|राशि|शेष|कीमत|कुल|फ़ोन|टोल-फ्री|टोल-फ़्री|संस्करण|अंतिम|المبلغ|الرصيد|السعر|هاتف|اتصل|الاصدار|المنتهي|الرسوم|סכום|יתרה|מחיר|טל'|טלפון|חייג|גרסה|המסתיים
pocatecni heslo|docasne heslo|vychozi heslo|haslo tymczasowe|haslo poczatkowe|haslo startowe|kezdeti jelszo|ideiglenes jelszo|alkusalasana|valiaikainen salasana|parola initiala|parola temporara|parola provizorie|начална парола|временна парола|временный пароль|начальный пароль|первоначальный пароль|пароль по умолчанию|тимчасовий пароль|початковий пароль|αρχικος κωδικος|προσωρινος κωδικος προσβασης|tillfalligt losenord|startlosenord|midlertidig adgangskode|midlertidig passord|midlertidig adgangskode til|startpassord|tijdelijk wachtwoord|startwachtwoord|gecici sifre|gecici parola|ilk sifre|mat khau tam thoi|mat khau ban dau|mat khau mac dinh|kata sandi sementara|kata sandi awal|sandi awal|كلمة المرور المؤقتة|كلمة مرور مؤقتة|كلمة المرور الاولية|סיסמה זמנית|סיסמה ראשונית|סיסמה התחלתית|प्रारंभिक पासवर्ड|अस्थायी पासवर्ड|รหัสผ่านเริ่มต้น|รหัสผ่านตั้งต้น|mot de passe provisoire|mot de passe initial|contrasena inicial|contrasena provisional|senha inicial|senha provisoria|palavra-passe inicial|palavra-passe provisoria|password provvisoria|password iniziale|password temporanea|initialpasswort|startpasswort|erstpasswort|vorlaufiges passwort|codice destinatario|codice univoco ufficio
`

/** Numbers that the reader compares and does not type. */
export const COMPARE_NAMES = `
security word|safety word|passphrase to compare|page code|page id|verification phrase|secret word
anti-phishing code|antiphishing code|anti phishing code|anti-phishing phrase|anti-phishing|security phrase|matching code|matching number|number matches|code matches|safety code to compare|compare this code|security image|match the number|reference code
防钓鱼码|防钓鱼验证码|防釣魚碼|防钓鱼|防伪码|核对码|比对码|匹配码|對照碼|对照码|網頁代號|网页代号|畫面代號|预留信息|预留语|安全短语|防诈骗码|防诈码|识别短语
フィッシング対策コード|フィッシング詐欺対策コード|照合番号|合言葉|照合コード|アンチフィッシングコード|피싱 방지 코드|피싱방지코드|안티피싱 코드|대조 번호
anti-phishing-code|*phishing-schutzcode|*abgleichcode|*sicherheitswort|mot de securite|palabra de seguridad|parola di sicurezza|кодовое слово|code anti-phishing|code antiphishing|code anti-hameconnage|codigo antiphishing|codigo anti-phishing|codice anti-phishing|codice antiphishing|антифишинговый код|код антифишинга|антифишинг-код|kod antyphishingowy|kimlik avi onleme kodu|ma chong lua dao|ma chong gia mao|kode anti-phishing
anti-phishing word|antiphishing word|recognition word|recognition code|recognition phrase|safety phrase|phishing word
schutzwort|erkennungswort|kennwort zum vergleich|vergleichswort|vergleichszahl|mot de reconnaissance|phrase anti-hameconnage|phrase antiphishing|phrase anti-phishing|mot anti-phishing|frase antiphishing|frase anti-phishing|palabra antiphishing|codigo de reconhecimento|frase de seguranca|palavra antiphishing|palavra de seguranca|codice antiphishing|parola antiphishing|parola di riconoscimento
herkenningswoord*|herkenningscode*|antiphishingwoord*|antiphishing-code*|igenkanningsord*|igenkanningskod*|antiphishingkod*|anti-phishing-kod*|genkendelseskod*|genkendelsesord*|kjennetegn*|kjennetegnet|gjenkjenningsord*|gjenkjenningskod*|tunnistussana*|tunnistelause*|huijauksenesto*|antiphishing*|adathalaszat elleni*|adathalasz*|jelige*|jeliget|biztonsagi jelige
antiphishing*|anti-phishing*|antiphishingov*|antyphishing*|haslo rozpoznawcze|kod antyphishing*|fraza antyphishing*|cuvant anti-phishing|cod antiphishing|cod anti-phishing|fraza antiphishing|антифишинг*|анти-фишинг*|антифішинг*|анти-фішинг*|кодова дума|кодовая фраза|фраза ελεγχου|фраза безопасности|φραση ελεγχου|φραση ασφαλειας|φραση κατα|αντι-phishing
guvenlik sozu|guvenlik kelimesi|guvenlik ifadesi|oltalama*|kimlik avi*|tanima sozu|chong lua dao|chong gia mao|cau chong|cum tu chong|cum tu an toan|tu nhan biet|frasa anti-phishing|kata anti-phishing|kode antiphishing|frasa keamanan|กันฟิชชิง|ป้องกันฟิชชิง|ต้านฟิชชิง|คำกันฟิชชิ่ง|กันฟิชชิ่ง|एंटी-फ़िशिंग|एंटी-फिशिंग|एंटी फ़िशिंग|عبارة مكافحة التصيد|مكافحة التصيد|رمز مكافحة|عبارة الامان|ביטוי נגד|נגד פישינג|מילת זיהוי|קוד נגד התחזות|אנטי-פישינג|אנטי פישינג
`

/**
 * Papers that carry a code for checking them: beside one, even "verification code" names the number of the
 * paper.
 */
export const PAPERS = `
document|documents|certificate|certificate of|diploma|transcript|pdf|invoice|receipt|statement|warranty card
文件|文档|证书|證書|发票|發票|票据|报告|報告|单据|成绩单|回执|证明
書類|証明書|領収書|文書|문서|증명서|영수증
dokument*|urkunde*|bescheinigung*|zertifikat*|documento|documentos|certificado|comprobante|comprovante|boleto|recibo|factura|facture|fattura|fatura|rechnung*|quittung*|certificato|attestation|attestato|diplome|documents|документ*|справк*|сертификат*|квитанц*|certificaat|dokumentu|zaswiadczen*|belge*|sertifika*
nfs-e|nota fiscal|nota|recibo|paragon*|faktur*|szamla*|szamlat|okirat*|lasku*|kuitti*|todistu*|asiakirja*|factur*|chitant*|adeverint*|фактур*|накладн*|удостоверени*|довідк*|документ*|βεβαιωσ*|πιστοποιητικ*|εγγραφο*|intyg*|kvitto*|handling*|bevis*|kvittering*|attest*|vitnemål*|oklevel*|igazolas*|potvrzeni o*|doklad*|stvrzenk*|listin*|bukti*|sertifikat*|dokumen*|chung chi|hoa don|giay chung nhan|เอกสาร|ใบรับรอง|ใบเสร็จ|प्रमाण पत्र|दस्तावेज़|रसीद|شهادة|وثيقة|المستند|תעודה|מסמך|קבלה מס
`

export const NOT_CODE_CONTEXT = {
  /** Discounts: a code for one is not secret, whatever its name. */
  bargain: `
coupon|voucher|promo|promotion|discount|% off|off your|free shipping|save up to|giveaway|gift card
优惠|優惠|折扣|满减|立减|代金券|抵用券|券码|红包|礼包|クーポン|割引|オフ|쿠폰|할인
gutschein*|rabatt*|reduction|remise|code promo|bon d'achat|descuento|cupon|desconto|cupom|sconto|buono sconto|скидк*|промокод*|купон*|korting*|rabat*|znizk*|indirim*
slev*|poukaz*|kupon*|akce plati|kosiku|znizk*|rabat*|koszyk*|promocj*|kedvezmeny*|akcio*|kosar*|utalvany*|alennus*|alekood*|ostoskor*|tarjous*|etukood*|reducere*|discount*|cupon*|cosul|voucher*|отстъпк*|промоци*|ваучер*|количк*|скидк*|акци*|знижк*|кошик*|промокод*|εκπτωσ*|κουπον*|καλαθι*|προσφορ*
rabatt*|rabattkod*|kampanj*|erbjudande*|varukorg*|i kassan|rabat*|tilbud*|kurven|gavekort*|handlekurv*|i kassen|afrekenen|korting*|winkelmand*|actie|indirim*|kampanya*|sepet*|hediye*|kupon*|giam gia|khuyen mai|uu dai|gio hang|voucher|diskon*|promo|keranjang|hemat|ส่วนลด|คูปอง|โปรโมชั่น|แถม|ก่อนจ่าย|छूट|कूपन|ऑफर|बचाइए|خصم|قسيمة|كوبون|العرض|السلة|عند الدفع|הנחה|קופון|מבצע|בקופה|מתנה בקנייה
panier|offert*|code cadeau|en caisse|cesta|carrito|envio gratis|oferta|sacola|frete gratis|carrinho|carrello|offerta|in omaggio|spedizione gratuita|warenkorb|im warenkorb|aktion|geschenkt|versandkostenfrei|at checkout|on us|haul|at the till|first order|basket|sale
半价|满减|返场|立減|滿減|折|加贈|반값|할인|쿠폰|주문서|全品|割引|引き|お買い物で
checkout on|checkout and|at checkout|pie|free pie|pay less|off your|% off|bij het afrekenen|afrekenen|in de winkelmand|na sacola|ved betaling|i kassen|når du betaler|nar du betaler|i kassan|kassalla|prisen ned|w koszyku|v kosiku|u pokladny|vasarlaskor|a kosarban|penztarnal|la finalizarea comenzii|in cos|при плащане|при покупке|при оформлении|при покупці|στο ταμειο|στο καλαθι|odemede|sepette|khi thanh toan|saat checkout|saat belanja|di keranjang|เมื่อชำระเงิน|ซื้อ 1|चेकआउट|बचाओ|मुफ़्त|عند الدفع|عند الشراء|في السلة|תוספת מתנה|בעגלה|מזינים בקופה|ונהנים|au moment de valider le panier|au moment de payer|al pagar|en la cesta|al finalizar la compra|al carrello|nel carrello|alla cassa|an der kasse|im warenkorb
`,
  /** A subject that warns of fraud: the mail then shows what fraudsters write. */
  fraud: `
scam*|phish*|fraud*|spoof*|impersonat*|beware|诈骗|骗子|骗局|谨防|慎防|警惕|防骗|防騙|騙案|騙徒|假冒|反诈|钓鱼邮件|钓鱼短信|詐騙|謹防|詐欺|フィッシング|なりすまし|装った|騙る|偽メール|不審なメール|피싱|사기|사칭|스미싱
betrug*|betruger*|gefalschte*|hameconnage|arnaque*|fraude|fraudul*|estafa*|suplant*|timo|golpe*|truff*|frode|мошен*|фишинг*|oplicht*|oszust*|dolandiric*
podvod*|podvodn*|phishing*|oszust*|oszusc*|wyludz*|csalo*|csalas*|adathalasz*|huijau*|huijari*|huijarit|petos*|escroc*|frauda*|frauduloas*|inselator*|измам*|фишинг|мошенник*|шахра*|афер*|απατ*|απατεωνες|bedrag*|bedragare|bluff*|svindel*|svindler*|oplicht*|nepmail*|dolandiric*|sahte*|lua dao|gia mao|ke gian|penipu*|modus|tipuan|มิจฉาชีพ|หลอกลวง|โกง|ठग|धोखा|जालसाज|احتيال|محتال|نصب|الاحتيال|הונא|נוכל|עוקץ|התחזות|enganad*|estafador*|burla|golpista*|truffator*|raggir*|escroqu*|arnaqu*|betrueg*
`,
  /** The code works only once. */
  once: `
one-time|one time|single use|single-use|one use|only once|used once|works once|一次性|仅限一次|仅可使用一次|单次有效|一次有效|僅限一次|單次有效|1回限り|一回限り|一度限り|1回のみ|1회용|일회용|1회만|einmalig*|nur einmal|usage unique|une seule fois|un solo uso|una sola vez|uso unico|monouso|одноразов*|один раз|eenmalig*|jednorazow*|tek kullanimlik
jednorazov*|jednou|jedenkrat|tylko raz|jeden raz|jednoraz*|egyszer*|egyszeri|kertakaytto*|kerran|yhden kerran|o singura data|de unica folosinta|unica folosinta|еднократ*|само веднъж|веднъж|разов*|один раз|на один раз|одноразов*|лише раз|μια φορα|μιας χρησης|engang*|en gang|en gång|én gang|eenmalig*|een keer|een maal|tek kullanimlik|bir kez|tek sefer*|mot lan|1 lan|sekali pakai|sekali|ครั้งเดียว|एक बार|वन टाइम|لمرة واحدة|مرة واحدة|חד פעמי|חד-פעמי|פעם אחת
`,
  /** Software makers discuss codes with each other. */
  workshop: `
issue|bug|priority|fix version|backend|frontend|regex|pull request|merge request|left a comment|commented on|workflow run|pipeline|traceback|assertionerror|exception|stack trace|stacktrace|exit code|failed job|jobs failed|unit test|test failed|tests failed|run failed|build failed|build #|commit|branch|repository|changed the status|assigned to you|story points|sprint|backlog|code review|reproduce it|cve-|patch release|release notes|changelog|snapshot|deployed to|deployment|docker|kubernetes|hotfix|regression|endpoint|log:
评论|評論|缺陷|优先级|優先級|后端|正则|重現步驟|重现步骤|議題|流水线|作业失败|构建失败|合并请求|拉取请求|提交记录|分支|单元测试|代码评审|报错日志|堆栈|部署|回归测试|用例|複現|复现|迭代|工作流
課題を見る|課題コメント|ステージング|本番環境|測試環境|测试环境|staging|バグ|優先度|コメントしました|댓글|버그|우선순위|이슈|재현 절차|パイプライン|ビルド失敗|プルリクエスト|マージリクエスト|デプロイ|単体テスト|スタックトレース|例外|ブランチ|コミット|再現手順|不具合|파이프라인|빌드 실패|풀 리퀘스트|커밋|브랜치|배포|스택 트레이스|테스트 실패|재현
kommentiert|prioritat|im log|a commente|priorite|comento en|prioridad|прокомментировал*|приоритет|багрепорт|fehlgeschlagen|testlauf|echec du build|tests unitaires|fallo la compilacion|сборка|тесты упали|ветк*|коммит*|развертывани*
`,
  /** Goods, seats, meetings, gifts: a bare "code" among these is not the secret of an account. */
  venue: `
coupon|voucher|promo|promotion|discount|% off|sale|checkout|check out|next order|next purchase|your order|shopping|cart|gift card|gift|redeem|reward|rewards|refer|referral|invite|invited you|friends|licence key|license key|serial number|product key|locker|pickup|pick up|pick-up|parcel|collect your|collection|courier|driver|doorman|front door|entrance|gym|storage|garage|printer|box office|bike|lock|main door|keypad|check-in|guest|wifi|wi-fi|meeting|webinar|dial|conference|boarding|flight|gate|seat|concert|venue|ticket|restaurant|table|appointment|error|stack trace|commit|pull request|build|download your|apartment|booking|reservation|itinerary|smart lock|lockbox|raffle|donation|party|game key|bonus|receipt|invoice|tax|free trial|stay|your host|room|rma|returns|return label|video call|key safe|keysafe|breakfast|parking|car park|barrier|vehicle
发票|發票|开票|收据|奖励|獎勵|优惠|優惠|折扣|满减|促销|券|红包|礼品|禮品|兑换|兌換|邀请好友|邀請好友|推荐好友|取件|取货|取貨|提货|驿站|快递柜|丰巢|自提|门店|门禁|門禁|开门|入住|前台|房间|会议|會議|腾讯会议|网络研讨会|直播间|讲座|电影|影院|演出|检票|登机|车站|取票|取餐|核销|停车|预约|預約|预订|預訂|住宿|酒店|旅馆|民宿|退房|房型|訂房|挂号|序列号|授权码 激活|软件|激活软件|网盘|提取码|报错|异常|日志
注文|レジ|ウェビナー|セミナー|視聴|宅配ボックス|宅配|領収書|請求書|クーポン|チケット|抽選|当選|公演|コンビニ|払込|割引|セール|ギフト|プレゼント|招待|紹介|受取|店舗|ロッカー|配送|荷物|予約|チェックイン|宿泊|会議|ミーティング|搭乗|座席|来場|解錠|エラー|ライセンス|シリアル|キャンペーン
쿠폰|할인|세일|웨비나|세미나|선물|초대|친구 추천|픽업|수령|택배|무인|매장|예약|체크인|숙소|회의|탑승|좌석|공연|출입문|현관|오류|라이선스|이벤트
rechnung|gutschein|rabatt|buchung*|anreise|zimmer|schlussel*|tresor|ubernachtung*|kasse|mindestbestellwert|einlosen|einlosbar|nachste bestellung|nachsten bestellung|schenken|angebot|geschenk|empfehl*|einladung|abhol*|packstation|paketshop|paket|schliessfach|hotel|unterkunft|besprechung|flug|sitzplatz|konzert|fehler|lizenz|warenkorb
facture|reduction|webinaire|coffre a cles|boite a cles|caisse|prochaine commande|bon d'achat|offrons|remise|solde|cadeau|parrain*|visio*|visioconference|retrait|point relais|consigne|colis|sejour|reunion|vol|siege|erreur|licence|panier|resa|digicode
factura|descuento|cupon|seminario web|caja|proxima compra|te regalamos|oferta|regalo|invita*|recoger|recogida|taquilla|paquete|estancia|vuelo|asiento|concierto|licencia|carrito|reserva|desconto|cupom|presente|convide|retirar|retirada|armario|encomenda|hospedagem|reuniao|voo|ingresso|erro|licenca|carrinho
fattura|sconto|buono|cassa|prossimo ordine|offerta|ritir*|armadietto|pacco|soggiorno|riunione|volo|posto|concerto|errore|licenza|carrello|prenotazione
вебинар*|скидк*|промокод*|купон*|акци*|кассов*|чек|чека|итог|ячейк*|подар*|пригласи*|постамат*|выдач*|посылк*|гостиниц*|отел*|встреч*|конференц*|рейс*|концерт*|ошибк*|лиценз*|корзин*|бронир*|домофон*
korting*|cadeau*|uitnodig*|afhaal*|ophal*|pakket*|kluis*|fiets|reservering*|rabat*|prezent*|paczkomat*|odbior*|indirim*|hediye*|kargo*|giam gia|khuyen mai|qua tang|nhan hang|diskon|hadiah|undang|ambil|خصم|قسيمة|هدية|دعوة
zasilk*|balik*|vyzvednut*|vydejn*|prodejn*|recepc*|vstupenk*|letenk*|jizdenk*|objednavk*|poukaz*|slev*|kupon*|faktur*|rezervac*|ubytovan*|pokoj*|schuzk*|dver*|klic*|darkov*|darek*|darku|chyb*|pocasi
paczk*|paczkomat*|automat paczkow*|automacie|odbior*|przesylk*|kurier*|sklep*|kasie|koszyk*|bilet*|faktur*|rezerwac*|nocleg*|pokoj*|drzwi|bramy|furtk*|spotkan*|blad|bledu|rabat*|kupon*|prezent*|znizk*
csomag*|csomagautomata|atvetel*|futar*|uzlet*|penztar*|jegy*|jarat*|szamla*|foglalas*|szallas*|szoba*|ajto*|kapukod*|kaput|ertekezlet*|megbeszeles*|hiba*|kedvezmeny*|kupon*|ajandek*|utalvany*
paketti*|paketin|automaat*|lokero*|nouto*|nouda|myymala*|kassa|kassalla|lippu*|lento*|lasku*|varaus*|majoitu*|huone*|ovi|ovikood*|portti*|avain*|kokous*|virhe*|alennus*|kuponki*|lahja*|etu
colet*|easybox|ridicare|curier*|magazin*|la casa|bilet*|zbor*|factur*|rezervar*|cazare*|la camera|poarta|cheie|sedint*|eroare|reducere*|cupon*|cadou*|voucher*
пратк*|колет*|автомат*|шкафче*|куриер*|магазин*|каса*|билет*|полет*|фактур*|резервац*|нощувк*|стая*|врат*|ключ*|среща*|грешк*|отстъпк*|купон*|подарък*|ваучер*|посилк*|поштомат*|комірк*|відділенн*|кур'єр*|кур’єр*|квитк*|рейс*|рахунок*|бронюван*|номер готелю|двер*|зустріч*|помилк*|знижк*|подарунк*|код домофон*|подъезд*
δεμα*|δεματος|θυριδ*|παραλαβ*|courier|καταστημα*|ταμει*|εισιτηρι*|πτηση*|τιμολογι*|κρατησ*|διαμον*|δωματι*|πορτ*|κλειδοθηκ*|συναντησ*|σφαλμα*|εκπτωσ*|κουπον*|δωρο*
paketet|paketnummer*|paketin|paketi|ombud*|hamta ut|uthamt*|utlamning*|butiken|kassan|biljett*|flyg*|faktura*|bokning*|boende*|rummet|dorren|dorrkod*|grind*|portkod*|nyckel*|nyckelskap|motet|felkod*|rabatt*|kupong*|present*|pakke*|pakkeboks*|afhent*|kassen|billet*|booking*|ophold*|værelse*|døren|dørkod*|nøgle*|nøgleboks*|møde*|fejl*|gavekort*|sommerhus*|hente*|utlevering*|butikk*|billett*|bestilling*|opphold*|hytte*|nøkkel*|møte*|feil*|gave*
pakket*|pakketautomaat|afhaal*|ophaal*|winkel*|kassa|ticket*|vlucht*|factuur*|boeking*|verblijf*|kamer*|deur*|poort|sleutel*|sleutelkluis*|vergader*|fout*|korting*|cadeau*
kargo*|paketet|paketnummer*|paketin|paketi|teslim*|kurye*|magaza*|kasa*|bilet*|ucus*|fatura*|rezervasyon*|konaklama*|odasi|odaniz|kapi|kapinin|kapisi|anahtar*|toplanti*|hata*|indirim*|kupon*|hediye*|davet*
buu kien|buu pham|kien hang|tu nhan|nhan hang|cua hang|quay|chuyen bay|hoa don|dat phong|luu tru|khach san|cong|khoa|ma loi|giam gia|khuyen mai|qua tang|uu dai
paketet|paketnummer*|paketin|paketi|loker*|pengambilan|kurir*|toko|kasir*|tiket*|penerbangan|faktur*|reservasi|penginapan|hotel|kamar|pintu|gerbang|kunci|rapat|kesalahan|diskon*|kupon*|hadiah|undangan|promo
พัสดุ|ตู้|รับของ|หน้าร้าน|ร้านค้า|ตั๋ว|เที่ยวบิน|ใบแจ้งหนี้|จองห้อง|หมายเลขจอง|เช็กอิน|เช็คอิน|ห้องพัก|ประตู|กุญแจ|ประชุม|ข้อผิดพลาด|ส่วนลด|คูปอง|ของขวัญ
पार्सल|पैकेट|लॉकर|पिकअप|कूरियर|दुकान|काउंटर|टिकट|उड़ान|बिल|बुकिंग|होटल|कमर|दरवाज़|चाबी|मीटिंग|त्रुटि|छूट|कूपन|उपहार|ऑफर
طرد|الطرد|الخزانة|استلام|مندوب|المتجر|الكاشير|تذكرة|رحلة|فاتورة|حجز|فندق|غرفة|الباب|البوابة|المفتاح|اجتماع|خطا|خصم|كوبون|قسيمة|هدية
חבילה|לוקר|איסוף|שליח|חנות|קופה|כרטיסים|טיסה|חשבונית|הזמנת|לינה|צימר|חדר|דלת|שער|מפתח|פגישה|שגיאה|הנחה|קופון|מתנה
`,
  /** The reader shows the code to a person or a machine at a place. */
  handover: `
courier|delivery agent|delivery partner|delivery person|delivery man|driver|rider|locker|cashier|staff|reception|front desk|at the door|at the gate|show this|show it|tell the|to the host|store associate|at the counter|kiosk
快递员|骑手|配送员|司机|店员|收银|前台|工作人员|出示|柜机|快递柜|驿站|自提柜|检票口|安检|外送員|外送员|店員|櫃台|服务台
店頭|発券機|レジ|配達員|ドライバー|受付で|窓口|ロッカー|スタッフ|提示|배달원|기사님|직원|카운터|보관함|제시|현장|무인발권기|발권기|키오스크
zusteller|kurier|fahrer|kasse|empfang|packstation|an der tur|vorzeigen|livreur|chauffeur|caisse|accueil|casier|presentez|repartidor|mensajero|conductor|caja|recepcion|taquilla|mostrador|muestre|muestra|entregador|motorista|recepcao|balcao|mostre|corriere|autista|cassa|sportello|mostra|курьер*|водител*|кассир*|кассе|администратор*|постамат*|покажите|предъяв*|bezorger|koerier|balie|kurier*|kurye|shipper|tai xe|kurir|pengemudi|المندوب|السائق
kuryr*|ridic*|pokladn*|recepci|na pokladne|ukazte|predlozte|nahlaste|kurier*|kierowc*|kasjer*|kasie|okaz|pokaz|recepcj*|okazac|futar*|sofor*|penztar*|recepcio*|mutassa|mutasd|portan|kuriiri*|kuljettaj*|kassalla|vastaanot*|nayta|nayttakaa|curier*|sofer*|casier*|receptie|arata*|prezentati|куриер*|шофьор*|касиер*|рецепц*|покажете|кур'єр*|кур’єр*|водієв*|касир*|покажіть|адміністратор*|ταμει*|κουριερ|οδηγο*|ρεσεψιον|δειξτε|επιδειξτε
kurir*|chauffor*|kassan|kassabitrad*|receptionen|visa upp|visar upp|budet|chauffør*|kassen|ekspedient*|vis koden|fremvis|kassa|balie|chauffeur|bezorger|toon|laat zien|kurye*|sofor*|kasiyer*|resepsiyon*|goster*|shipper|tai xe|thu ngan|le tan|xuat trinh|dua cho|kurir|sopir|kasir|resepsionis|tunjukkan|perlihatkan|ไรเดอร์|คนขับ|แคชเชียร์|พนักงาน|แสดงรหัส|แสดงโค้ด|कूरियर|ड्राइवर|कैशियर|काउंटर|दिखाएं|दिखाएँ|المندوب|السائق|الكاشير|الاستقبال|اظهر|ابرز|לשליח|לנהג|לקופאי|קבלה|הציגו|להציג
`,
}

/** Units in scripts with blanks; the word must end there. */
const SPACED_UNITS =
  /^\s?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|seconds?|secs?|people|users|points?|items?|times|miles?|km|kg|gb|mb|kb|tb|px|kwh|steps|followers|members|votes|views|likes|stars?|orders?|companies|customers|developers|downloads|words|lines|files|characters|usd|eur|gbp|cny|rmb|jpy|krw|hkd|twd|rub|inr|brl|vnd|idr|try|pln|chf|aud|cad|dollars|euros?|rubles?|yuan|btc|eth|usdt|credits?|coins?|tokens|codes|passwords|accounts|emails|messages|minuten|stunden|tage|punkte|uhr|heures?|jours?|minuti|ore|giorni|minutos|horas|dias|puntos|pontos|reais|pesos|rupiah|zl|tl|lira|dong|am|pm|k|st|nd|rd|th|г|года?|шт|руб|баллов|street|avenue|ave|road|rd|blvd|strasse|straße|rue)(?![a-zа-я0-9])/

/** Units in the scripts of East Asia, and signs. */
const CLOSE_UNITS =
  /^\s?(?:元|块|圆|万|萬|亿|億|分钟|分鐘|分間|小时|小時|天|日|月|年|周|个|個|人|次|位|家|条|條|款|件|份|积分|積分|秒|公里|米|号线|号楼|弄|円|回|歳|時|ポイント|枚|台|社|원|명|개|분|시간|일|년|월|회|건|점|층|호선|번길|[%‰°€£¥₩₽₹₺₫฿]|\$)/

/** True when the text after a number makes it a measure. */
export function isMeasure(after: string): boolean {
  return SPACED_UNITS.test(after) || CLOSE_UNITS.test(after)
}

/** True when the text before a number makes it money or another kind of number. */
export function isMarkedBefore(before: string): boolean {
  // This begins a heading.
  if (before === '# ') return false
  return /(?:[$€£¥₩₽₹₺₫฿№#+©]|(?:^|[^a-z])(?:usd|eur|gbp|cny|rmb|jpy|krw|hkd|twd|rub|inr|brl|vnd|idr|pln|chf|aud|cad|rs\.?|rp\.?|nº|n°|no\.|nr\.|pr|mr|bug|rfc|iso|copyright|\(c\)))\s?$/.test(
    before,
  )
}
