/** Settings of the store and of the ways to pay. */
import { ledgerWords } from '../words.ts'
import type { SettingsTable } from './setting-entry.ts'

export const storeTable = {
  store: {
    group: 'store',
    kind: 'switch',
    default: true,
  },
  holdMinutes: {
    group: 'store',
    kind: 'number',
    default: 15,
    min: 3,
    max: 1440,
    unit: 'minutes',
  },
  unpaidPerPhone: {
    group: 'store',
    kind: 'number',
    default: 5,
    min: 1,
    max: 1000,
    unit: 'orders',
  },
  unpaidPerClient: {
    group: 'store',
    kind: 'number',
    default: 20,
    min: 1,
    max: 1000,
    unit: 'orders',
  },
  phoneRule: {
    group: 'store',
    kind: 'choice',
    default: 'china',
    choices: ['china', 'any'],
  },
  graceDays: {
    group: 'store',
    kind: 'number',
    default: 30,
    min: 0,
    max: 3650,
    unit: 'days',
  },
  remindDays: {
    group: 'store',
    kind: 'numberList',
    default: [7, 1],
    min: 1,
    max: 90,
    unit: 'days',
  },
  welcomeMail: {
    group: 'store',
    kind: 'switch',
    default: true,
  },
} as const satisfies SettingsTable

export const paymentTable = {
  payByCard: {
    group: 'payment',
    kind: 'switch',
    default: true,
  },
  payByHand: {
    group: 'payment',
    kind: 'switch',
    default: false,
    needs: ['payByHandText', 'payByHandContact'],
  },
  payByHandText: {
    group: 'payment',
    kind: 'longText',
    default: '',
    maxLength: 2000,
  },
  payByHandContact: {
    group: 'payment',
    kind: 'text',
    default: '',
    maxLength: 100,
  },
  payByHandMinutes: {
    group: 'payment',
    kind: 'number',
    default: 120,
    min: 10,
    max: 10_080,
    unit: 'minutes',
  },
  payByEpay: {
    group: 'payment',
    kind: 'switch',
    default: true,
  },
  epayUrl: {
    group: 'payment',
    kind: 'text',
    default: '',
    maxLength: 300,
    isGateway: true,
  },
  epayPid: {
    group: 'payment',
    kind: 'text',
    default: '',
    maxLength: 40,
  },
  epayKey: {
    group: 'payment',
    kind: 'secret',
    default: '',
    maxLength: 200,
  },
  epaySign: {
    group: 'payment',
    kind: 'choice',
    default: 'append',
    choices: ['append', 'amp'],
  },
  epayMode: {
    group: 'payment',
    kind: 'choice',
    default: 'page',
    choices: ['page', 'api'],
  },
  epayChannels: {
    group: 'payment',
    kind: 'list',
    default: [`alipay ${ledgerWords.defaults.alipay}`, `wxpay ${ledgerWords.defaults.wechatPay}`],
    maxItems: 10,
    shape: 'payChannel',
  },
  payByStripe: {
    group: 'payment',
    kind: 'switch',
    default: true,
  },
  stripeKey: {
    group: 'payment',
    kind: 'secret',
    default: '',
    maxLength: 300,
    shape: 'stripeKey',
  },
  stripeWebhookSecret: {
    group: 'payment',
    kind: 'secret',
    default: '',
    maxLength: 300,
    shape: 'stripeWebhookSecret',
  },
  stripeUrl: {
    group: 'payment',
    kind: 'text',
    default: 'https://api.stripe.com',
    maxLength: 300,
    isGateway: true,
  },
} as const satisfies SettingsTable
