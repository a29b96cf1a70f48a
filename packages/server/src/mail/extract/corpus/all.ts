import { afterFifth } from './after-fifth.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { european } from './european.ts'
import { heldOutEighteenth } from './held-out-eighteenth.ts'
import { heldOutEighthEast } from './held-out-eighth-east.ts'
import { heldOutEighthWest } from './held-out-eighth-west.ts'
import { heldOutEleventh } from './held-out-eleventh.ts'
import { heldOutFifteenth } from './held-out-fifteenth.ts'
import { heldOutFifth, missedInFifth } from './held-out-fifth.ts'
import { heldOutFirst } from './held-out-first.ts'
import { heldOutFourteenth } from './held-out-fourteenth.ts'
import { heldOutFourth } from './held-out-fourth.ts'
import { heldOutNineteenth } from './held-out-nineteenth.ts'
import { heldOutNinth } from './held-out-ninth.ts'
import { heldOutSecond } from './held-out-second.ts'
import { heldOutSeventeenthChinese } from './held-out-seventeenth-chinese.ts'
import { heldOutSeventeenthEnglish } from './held-out-seventeenth-english.ts'
import { heldOutSeventeenthEuropean } from './held-out-seventeenth-european.ts'
import { heldOutSeventeenthEveryday } from './held-out-seventeenth-everyday.ts'
import { heldOutSeventeenthJapaneseKorean } from './held-out-seventeenth-japanese-korean.ts'
import { heldOutSeventeenthTempting } from './held-out-seventeenth-tempting.ts'
import { heldOutSeventhEast } from './held-out-seventh-east.ts'
import { heldOutSeventhWest } from './held-out-seventh-west.ts'
import { heldOutSixteenthEast } from './held-out-sixteenth-east.ts'
import { heldOutSixteenthWest } from './held-out-sixteenth-west.ts'
import { heldOutSixthEast } from './held-out-sixth-east.ts'
import { heldOutSixthWest } from './held-out-sixth-west.ts'
import { heldOutTenth } from './held-out-tenth.ts'
import { heldOutThird } from './held-out-third.ts'
import { heldOutThirteenth } from './held-out-thirteenth.ts'
import { heldOutTwelfth } from './held-out-twelfth.ts'
import { heldOutTwentiethEast } from './held-out-twentieth-east.ts'
import { heldOutTwentiethWest } from './held-out-twentieth-west.ts'
import { heldOutTwentyFirstChinese } from './held-out-twenty-first-chinese.ts'
import { heldOutTwentyFirstEnglish } from './held-out-twenty-first-english.ts'
import { heldOutTwentyFirstEuropean } from './held-out-twenty-first-european.ts'
import { heldOutTwentyFirstJapaneseKorean } from './held-out-twenty-first-japanese-korean.ts'
import { heldOutTwentyFirstTalk } from './held-out-twenty-first-talk.ts'
import { heldOutTwentySecondChinese } from './held-out-twenty-second-chinese.ts'
import { heldOutTwentySecondEnglish } from './held-out-twenty-second-english.ts'
import { heldOutTwentySecondOthers } from './held-out-twenty-second-others.ts'
import { heldOutTwentySecondTalk } from './held-out-twenty-second-talk.ts'
import { heldOutTwentyThirdMoney } from './held-out-twenty-third-money.ts'
import { heldOutTwentyThirdQuoted } from './held-out-twenty-third-quoted.ts'
import { heldOutTwentyThirdSmall } from './held-out-twenty-third-small.ts'
import { heldOutTwentyFourthChinese } from './held-out-twenty-fourth-chinese.ts'
import { heldOutTwentyFourthHtml } from './held-out-twenty-fourth-html.ts'
import { heldOutTwentyFourthQuoted } from './held-out-twenty-fourth-quoted.ts'
import { heldOutTwentyFourthTempting } from './held-out-twenty-fourth-tempting.ts'
import { heldOutTwentyFourthPositives } from './held-out-twenty-fourth-positives.ts'
import { heldOutTwentyFifthEast } from './held-out-twenty-fifth-east.ts'
import { heldOutTwentyFifthWest } from './held-out-twenty-fifth-west.ts'
import { heldOutTwentySixthEast } from './held-out-twenty-sixth-east.ts'
import { heldOutTwentySixthWest } from './held-out-twenty-sixth-west.ts'
import { heldOutTwentySeventhEnglishGermanFrench } from './held-out-twenty-seventh-english-german-french.ts'
import { heldOutTwentySeventhSouthern } from './held-out-twenty-seventh-southern.ts'
import { heldOutTwentySeventhNorthern } from './held-out-twenty-seventh-northern.ts'
import { heldOutTwentySeventhEastern } from './held-out-twenty-seventh-eastern.ts'
import { heldOutTwentySeventhCyrillicGreekTurkish } from './held-out-twenty-seventh-cyrillic-greek-turkish.ts'
import { heldOutTwentySeventhAsiaEast } from './held-out-twenty-seventh-asia-east.ts'
import { heldOutTwentySeventhAsiaSouth } from './held-out-twenty-seventh-asia-south.ts'
import { heldOutTwentyEighthEast } from './held-out-twenty-eighth-east.ts'
import { heldOutTwentyEighthWest } from './held-out-twenty-eighth-west.ts'
import { japaneseKorean } from './japanese-korean.ts'
import { links } from './links.ts'
import { nothingEastAsian } from './nothing-east-asian.ts'
import { nothingWestern } from './nothing-western.ts'
import { oneLiners } from './one-liners.ts'
import type { Sample } from './sample.ts'
import { subjectWords } from './subject-words.ts'

/** Mails in thirty languages; the second word of a name tells the language. */
export const inThirtyLanguages: readonly Sample[] = [
  ...heldOutTwentySeventhEnglishGermanFrench,
  ...heldOutTwentySeventhSouthern,
  ...heldOutTwentySeventhNorthern,
  ...heldOutTwentySeventhEastern,
  ...heldOutTwentySeventhCyrillicGreekTurkish,
  ...heldOutTwentySeventhAsiaEast,
  ...heldOutTwentySeventhAsiaSouth,
  ...heldOutTwentyEighthEast,
  ...heldOutTwentyEighthWest,
]

/** The mails that `npm run learn` learns from. */
export const taught: readonly Sample[] = [
  ...afterFifth,
  ...chinese,
  ...english,
  ...european,
  ...heldOutEighteenth,
  ...heldOutEighthEast,
  ...heldOutEighthWest,
  ...heldOutEleventh,
  ...heldOutFifteenth,
  ...heldOutFirst,
  ...heldOutFourteenth,
  ...heldOutFourth,
  ...heldOutNineteenth,
  ...heldOutNinth,
  ...heldOutSecond,
  ...heldOutSeventeenthChinese,
  ...heldOutSeventeenthEnglish,
  ...heldOutSeventeenthEuropean,
  ...heldOutSeventeenthEveryday,
  ...heldOutSeventeenthJapaneseKorean,
  ...heldOutSeventeenthTempting,
  ...heldOutSeventhEast,
  ...heldOutSeventhWest,
  ...heldOutSixteenthEast,
  ...heldOutSixteenthWest,
  ...heldOutSixthEast,
  ...heldOutSixthWest,
  ...heldOutTenth,
  ...heldOutThird,
  ...heldOutThirteenth,
  ...heldOutTwelfth,
  ...heldOutTwentiethEast,
  ...heldOutTwentiethWest,
  ...heldOutTwentyFirstChinese,
  ...heldOutTwentyFirstEnglish,
  ...heldOutTwentyFirstEuropean,
  ...heldOutTwentyFirstJapaneseKorean,
  ...heldOutTwentyFirstTalk,
  ...heldOutTwentySecondChinese,
  ...heldOutTwentySecondEnglish,
  ...heldOutTwentySecondOthers,
  ...heldOutTwentySecondTalk,
  ...heldOutTwentyThirdMoney,
  ...heldOutTwentyThirdQuoted,
  ...heldOutTwentyThirdSmall,
  ...heldOutTwentyFourthChinese,
  ...heldOutTwentyFourthHtml,
  ...heldOutTwentyFourthQuoted,
  ...heldOutTwentyFourthTempting,
  ...heldOutTwentyFourthPositives,
  ...heldOutTwentyFifthEast,
  ...heldOutTwentyFifthWest,
  ...heldOutTwentySixthEast,
  ...heldOutTwentySixthWest,
  ...inThirtyLanguages,
  ...japaneseKorean,
  ...links,
  ...nothingEastAsian,
  ...nothingWestern,
  ...oneLiners,
  ...subjectWords,
  ...heldOutFifth,
  ...missedInFifth,
]
