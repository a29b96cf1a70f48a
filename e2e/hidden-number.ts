/** The number that the tricks hide or show. */
export const NUMBER = '888888'
/** As wide as the number, so that only the drawn digits differ. */
export const OTHER_NUMBER = '111111'
