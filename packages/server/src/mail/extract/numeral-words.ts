import { makeWordFinder } from './word-finder.ts'

/** Reads how many digits, letters or words a mail says its code has. */

const NUMERALS = {
  3: `
three|drei|trois|tres|tre|drie|tri|trzy|trzech|harom|kolme|kolmen|trei|три|трьох|трех|три|τρεις|τρια|uc|tiga|kolmea
三|세|셋|สาม|तीन|ثلاث|שלוש
`,
  4: `
four|vier|quatre|cuatro|quatro|quattro|fyra|fire|bon chu|bon so|bon ky|bon o|nelja|neljan|negy|ctyri|ctyr|ctyrmi|cztery|czterech|patru|четири|четыре|четырех|чотири|чотирьох|τεσσερ*|dort|empat
vierstellig*|fyrsiffrig*|firesifret*|firecifret*|fircifret*|viercijferig*|четырехзначн*|чотиризначн*|четирицифр*|czterocyfr*|ctyrmistn*|ctyrcifern*|negyjegyu|nelinumeroi*|τετραψηφι*|vierletter*
四|네|넉|สี่|चार|اربع|ארבע
`,
  5: `
five|funf|cinq|cinco|cinque|vijf|fem|viisi|viiden|ot|otos|pet|peti|piec|pieciu|cinci|пет|пять|пяти|п'ять|п’ять|п'яти|п’яти|πεντε|bes|nam|lima
funfstellig*|femsiffrig*|femsifret*|femcifret*|vijfcijferig*|пятизначн*|п'ятизначн*|п’ятизначн*|петцифр*|pieciocyfr*|petimistn*|otjegyu|viisinumeroi*|πενταψηφι*
五|다섯|ห้า|पाँच|पांच|خمس|חמש
`,
  6: `
six|sechs|seis|sei|zes|seks|kuusi|kuuden|sex siffror|sex bokstaver|sex tecken|hat szam*|hat betu*|sau chu|sex siffror|sex bokstaver|sex tecken|hat szam*|hat betu*|sau chu|sest|sesti|szesc|szesciu|sase|шест|шесть|шести|шість|шести|шістьох|εξι|alti|sau|enam
sechsstellig*|sexsiffrig*|sekssifret*|sekscifret*|zescijferig*|шестизначн*|шестицифр*|szesciocyfr*|sestimistn*|sesticifern*|hatjegyu|kuusinumeroi*|εξαψηφι*|hexa*
六|여섯|หก|छह|छः|ست|שש
`,
  7: `
seven|sieben|sept|siete|sete|sette|zeven|sju|syv|seitseman|sedm|siedem|siedmiu|sapte|седем|семь|семи|сім|επτα|εφτα|yedi|tujuh
siebenstellig*|sjusiffrig*|syvsifret*|syvcifret*|zevencijferig*|семизначн*|siedmiocyfr*|sedmimistn*|hetjegyu|seitsennumeroi*|επταψηφι*
七|일곱|เจ็ด|सात|سبع|שבע
`,
  8: `
eight|acht|huit|ocho|oito|otto|atta|otte|atte|kahdeksan|nyolc|osm|osmi|osiem|osmiu|opt|осем|восемь|восьми|вісім|восьми|οκτω|οχτω|sekiz|delapan
achtstellig*|attasiffrig*|attesifret*|ottecifret*|achtcijferig*|восьмизначн*|восьмизначн*|осемцифр*|osmiocyfr*|osmimistn*|nyolcjegyu|kahdeksannumeroi*|οκταψηφι*
八|여덟|แปด|आठ|ثمان|שמונה
`,
  9: `
nine|neun|neuf|nueve|nove|negen|nio|yhdeksan|kilenc|devet|dziewiec|dziewieciu|noua|девет|девять|девяти|дев'ять|дев’ять|εννεα|εννια|dokuz|chin|sembilan
neunstellig*|девятизначн*|dziewieciocyfr*|kilencjegyu|εννεαψηφι*
九|아홉|เก้า|नौ|تسع|תשע
`,
  10: `
ten|zehn|dix|diez|dez|dieci|tien|kymmenen|tiz|deset|dziesiec|dziesieciu|zece|десет|десять|десяти|δεκα|muoi|sepuluh
zehnstellig*|десятизначн*|tizjegyu
十|열|สิบ|दस|عشر|עשר
`,
}

const findNumerals = makeWordFinder<keyof typeof NUMERALS & string>(NUMERALS as Record<string, string>)
/** "6-digit", "6桁", "8 letters". */
const COUNTED = /(?:^|[^\d.,:])(\d{1,2})[\s-]?(?=[^\d\s.,:;/)%])/g

/** Returns the numbers below eleven that stand in the words. */
export function countsIn(plain: string): number[] {
  const counts = findNumerals(plain).map(one => Number(one.kind))
  for (const match of plain.matchAll(COUNTED)) counts.push(Number(match[1]))
  return counts
}
