/** A name server that refuses at once: sender checks must not make a load wait for a distant one. */
export const silentDns = { YANSHU_DNS_SERVERS: '127.0.0.1:9' }
