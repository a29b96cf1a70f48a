/** Sending an order: once at a time, its proof kept before anything else happens, then on to paying. */
import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf, Calls, PayOption } from '@yanshu/contract'
import { errorCodes } from '@yanshu/contract/error-codes'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { shopKeys } from '../../../account/account-keys.ts'
import { ApiError, isApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { withProof } from '../../../api/proof.ts'
import { storePath } from '../../../site/paths.ts'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { type KeptOrder, useKeptOrders } from '../order/kept-orders.ts'
import { useTakeAccount } from '../order/take-account.ts'
import { maskedPhone } from '../shared/phone-number.ts'
import { isWebAddress } from '../shared/queries.ts'

export type Purchase = {
  domainId: string
  domain: string
  planId: string
  localPart: string
  renew: boolean
  phone: string
  queryPassword: string
  option: PayOption
  cardCode: string
  price: number
  /** The own unpaid order that this one replaces. */
  instead: KeptOrder | undefined
}

type Body = BodyOf<Calls['buyEmail']>

function bodyOf(purchase: Purchase, mobile: boolean): Body {
  const { domainId, planId, localPart, renew, phone, queryPassword, option, price, instead } = purchase
  return {
    domainId,
    planId,
    localPart,
    ...(renew && { renew }),
    phone,
    queryPassword,
    pay: {
      way: option.way,
      ...(option.channel !== '' && { channel: option.channel }),
      ...(option.way === 'card' && { cardCode: purchase.cardCode }),
      ...(mobile && { mobile }),
    },
    expectPrice: price,
    ...(instead && { instead: instead.claimToken }),
  }
}

/** Whether an order was made is not known then; to send it again could be to pay twice. */
const noAnswer = () =>
  new ApiError({
    error: errorCodes.internal,
    msg: '没有收到回应。先到“查订单”里看看有没有这一单，没有再重试',
  })

export function useBuy(): { buy: (purchase: Purchase) => Promise<void>; proof: number | null } {
  const client = useQueryClient()
  const navigate = useNavigate()
  const takeAccount = useTakeAccount()
  const { keep, settle } = useKeptOrders.getState()
  const mobile = useMedia(PHONE)
  const [proof, setProof] = useState<number | null>(null)
  const send = async (purchase: Purchase) => {
    const body = bodyOf(purchase, mobile)
    // A card code is counted where codes are tried.
    const purpose = purchase.option.way === 'card' ? 'verCard' : 'buyEmail'
    try {
      return await withProof(purpose, given => api.buyEmail({ body: { ...body, ...given } }), setProof)
    } catch (error) {
      if (!isApiError(error)) throw noAnswer()
      // The goods or prices may have changed.
      await client.invalidateQueries({ queryKey: shopKeys.all })
      throw error
    }
  }
  const buy = async (purchase: Purchase) => {
    const bought = await send(purchase)
    keep({
      orderNo: bought.orderNo,
      claimToken: bought.claimToken,
      address: `${purchase.localPart.trim().toLowerCase()}@${purchase.domain}`,
      renew: purchase.renew,
      phone: maskedPhone(purchase.phone),
      madeAt: new Date().toISOString(),
      open: bought.status === 'pending',
    })
    if (purchase.instead) settle(purchase.instead.orderNo)
    if (bought.account) await takeAccount(bought.orderNo, bought.account)
    await navigate(storePath({ order: bought.orderNo }))
    if (bought.status === 'pending' && isWebAddress(bought.payUrl) && bought.payQr === undefined)
      window.location.assign(bought.payUrl)
  }
  return { buy, proof }
}
