/**
 * The class that marks an original. It begins like the class names in cleaned mail, so that the sanitiser
 * keeps it.
 */
export const QUOTE_CLASS = 'm-yanshu-quote'
