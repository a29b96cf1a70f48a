/** Typical offers in the subjects of unwanted mail, in the languages of such mail. */
export const baits =
  /发票代开|代开发票|博彩|澳门|六合彩|刷单|兼职日结|贷款秒批|色情|裸聊|viagra|casino|lottery winner|crypto giveaway|make money fast/i
