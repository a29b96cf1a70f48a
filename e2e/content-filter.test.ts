/**
 * Tests rules for arriving mail: they are written on their page, tried there, and then applied to mail that
 * comes over SMTP.
 */
import type { FilterRule } from '@yanshu/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectChineseNames, type Look, phone, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import {
  addStep,
  choose,
  doing,
  type FilterSite,
  fitsThePage,
  isFocused,
  newRule,
  type Person,
  ruleNames,
  ruleRow,
  save,
  saveButton,
  starsWeekly,
  startFilterSite,
  value,
} from './filters.ts'
import { sendMail } from './send-mail.ts'
import type { Site } from './site.ts'

describe.runIf(hasBrowser)('the page of filters', () => {
  let world: FilterSite
  let site: Site
  let person: FilterSite['person']
  let browser: Browser
  beforeAll(async () => {
    world = await startFilterSite()
    ;({ site, person } = world)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const open = ({ token }: Pick<Person, 'token'>, query = '', look: Look = {}) =>
    visit(browser, `${site.url}/user/contentFilter${query}`, { token, ...look })

  it('writes a rule, shows what it would hit, and the next mail is treated so', async () => {
    const lin = await person('lin')
    await lin.receive('weekly report 1')
    await lin.receive('lunch')
    await lin.arrived('weekly report 1')
    await lin.arrived('lunch')
    const { page, close, complaints } = await open(lin)
    await newRule(page)
    await page.getByRole('textbox', { name: '规则的名称' }).fill('周报归类')
    await value(page).fill('WEEKLY')
    const lab = page.getByRole('region', { name: '试一试' })
    await lab.getByText('拿最近 2 封来信比一遍').waitFor()
    await lab.getByText(/^1\s*封会命中/).waitFor()
    await lab.getByRole('row', { name: /^Wei weekly report 1 .*会移走/ }).waitFor()
    expect(await lab.getByText('lunch').count()).toBe(0)
    await choose(page, page.getByRole('combobox', { name: '移到哪里' }), '回收站')
    await addStep(page, '标为已读')
    await addStep(page, '加星')
    await addStep(page, '加标签')
    await page.getByRole('textbox', { name: '标签' }).fill('周报')
    expect(await lin.arrived('weekly report 1')).toMatchObject({ folder: 'inbox', starred: false })
    await save(page)
    await ruleRow(page, '周报归类').getByText('还没有命中过').waitFor()
    await ruleRow(page, '主题含“WEEKLY”，就移到回收站、标为已读、加星并加标签“周报”').waitFor()

    await lin.receive('weekly report 2')
    const hit = await lin.arrived('weekly report 2')
    expect(hit).toMatchObject({ folder: 'trash', read: true, starred: true, labels: ['周报'] })
    await lin.receive('dinner')
    expect(await lin.arrived('dinner')).toMatchObject({ folder: 'inbox', read: false, labels: [] })
    await page.reload()
    await ruleRow(page, '周报归类').getByText('命中 1 次，最近 刚刚').waitFor()
    await expectChineseNames(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('offers examples where there is no rule, and warns before codes are put out of sight', async () => {
    const su = await person('su')
    const withCode = 'Your verification code is: 482913\n'
    await su.receive('Please verify your device', withCode)
    await su.arrived('Please verify your device')
    const { page, close, complaints } = await open(su, '', { dark: true })
    await page.getByText('还没有规则').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^验证码加星/ }).click()
    await page.getByText(/^1\s*封会命中/).waitFor()
    await save(page)
    await su.receive('Please verify your phone', withCode)
    expect(await su.arrived('Please verify your phone')).toMatchObject({ starred: true, folder: 'inbox' })

    await newRule(page)
    await value(page).fill('verify')
    await page.getByText(/会碰到 2 封带验证码的邮件/).waitFor()
    await expectAccessible(page)
    await saveButton(page).click()
    const warning = page.getByRole('dialog', { name: '会碰到 2 封带验证码的邮件' })
    await warning.getByRole('button', { name: '回去看看' }).click()
    await warning.waitFor({ state: 'hidden' })
    expect(await su.rules()).toHaveLength(1)
    await saveButton(page).click()
    await warning.getByRole('button', { name: '避开它们再保存' }).click()
    await ruleRow(page, '主题含“verify”，且没有验证码，就移到垃圾').waitFor()
    await su.receive('verify nothing')
    expect((await su.arrived('verify nothing')).folder).toBe('spam')
    await su.receive('Please verify your table', withCode)
    expect((await su.arrived('Please verify your table')).folder).toBe('inbox')
    expect(complaints).toEqual([])
    await close()
  })

  it('is put in order by the keys, and the first rule may stop the rest', async () => {
    const he = await person('he')
    const labelled = (label: string, stops = false): Partial<FilterRule> => ({
      actions: [{ action: 'label', value: label }, ...(stops ? [{ action: 'stop' as const }] : [])],
    })
    await he.addRule('甲', labelled('甲'))
    await he.addRule('乙', labelled('乙'))
    await he.addRule('丙', labelled('丙', true))
    await he.receive('weekly 1')
    expect((await he.arrived('weekly 1')).labels).toEqual(['甲', '乙', '丙'])
    const { page, close, complaints } = await open(he)
    const grip = page.getByRole('button', { name: /^移动“丙”/ })
    await grip.focus()
    for (const names of ['甲丙乙', '丙甲乙']) {
      await page.keyboard.press('ArrowUp')
      await expect.poll(async () => (await ruleNames(page)).join('')).toBe(names)
      await expect.poll(() => isFocused(grip)).toBe(true)
      await expect.poll(async () => (await he.rules()).map(rule => rule.name).join('')).toBe(names)
    }
    await page.reload()
    await expect.poll(() => ruleNames(page)).toEqual(['丙', '甲', '乙'])
    await he.receive('weekly 2')
    expect((await he.arrived('weekly 2')).labels).toEqual(['丙'])
    expect(complaints).toEqual([])
    await close()
  })

  it('begins a rule from an opened mail, also from one that has neither sender nor subject', async () => {
    const qi = await person('qi')
    await qi.addRule('原有的', { enabled: false })
    await qi.receive('big sale today')
    await sendMail(site.smtpPort, { to: qi.address, from: '', body: 'From nobody.' })
    const { id } = await qi.arrived('big sale today')
    const { page, close, complaints } = await visit(browser, `${site.url}/user/inbox?mail=${id}`, qi)
    const make = page.getByRole('button', { name: '按这封邮件建规则' })
    await make.click()
    await page.getByText(/^1\s*封会命中/).waitFor()
    expect(await value(page).first().inputValue()).toBe('wei@friends.example')
    expect(await value(page).last().inputValue()).toBe('big sale today')
    await page.getByRole('button', { name: '去掉这条' }).last().press('Enter')
    expect(await isFocused(page.getByRole('button', { name: '加一个条件' }))).toBe(true)
    await save(page)
    await ruleRow(page, `寄到 ${qi.address} 的，发件人是“wei@friends.example”，就移到垃圾`).waitFor()
    await qi.receive('bigger sale tomorrow')
    expect((await qi.arrived('bigger sale tomorrow')).folder).toBe('spam')

    await page.goto(`${site.url}/user/inbox?mail=${(await qi.arrived('')).id}`)
    await make.click()
    await page.getByRole('button', { name: '不建了' }).waitFor()
    expect(await value(page).inputValue()).toBe('')
    expect(complaints).toEqual([])
    await close()
  })

  it('refuses in the sender’s presence, and forwards', async () => {
    const zhao = await person('zhao')
    const friend = await person('friend-of-zhao')
    const { page, close, complaints } = await open(zhao, '?rule=new')
    await value(page).fill('casino')
    await choose(page, doing(page), '当场拒收')
    await page.getByRole('textbox', { name: '答复' }).fill('No games here, thank you')
    await save(page)
    await expect(zhao.receive('casino night')).rejects.toThrow(/^550 .*No games here, thank you/)
    await zhao.receive('chess night')
    await zhao.arrived('chess night')
    expect((await zhao.api.getInbox()).list).toHaveLength(1)
    await page.reload()
    await ruleRow(page, '就当场拒收').getByText('命中 1 次').waitFor()

    await newRule(page)
    await value(page).fill('ticket')
    await choose(page, doing(page), '转发给')
    await page.getByRole('textbox', { name: '转发地址' }).fill('friend-of-zhao@')
    await page.getByText('地址不完整').waitFor()
    await page.getByRole('textbox', { name: '转发地址' }).fill(friend.address)
    await save(page)
    await zhao.receive('your ticket')
    await zhao.arrived('your ticket')
    await expect.poll(async () => (await friend.api.getInbox()).list[0]?.subject).toContain('your ticket')
    expect(complaints).toEqual([])
    await close()
  })

  it('goes from the list to a rule and back on a phone, within the page', async () => {
    const yu = await person('yu')
    const longest = `a-name-of-${'many-letters-'.repeat(4)}x`
    await yu.api.createEmail({ body: { domain: 'yanshu.test', localPart: longest } })
    await yu.addRule('周报')
    const { page, close, complaints } = await open(yu, '', { size: phone, dark: true })
    await page.getByRole('link', { name: '周报' }).click()
    await page.getByRole('combobox', { name: '作用范围' }).click()
    const choice = page.getByTitle(`${longest}@yanshu.test`).filter({ visible: true }).last()
    const box = await choice.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? Number.NaN)).toBeLessThanOrEqual(phone.width)
    await choice.click()
    expect(await fitsThePage(page)).toBe(true)
    await expectAccessible(page)
    await page.getByRole('button', { name: '回到规则' }).click()
    await ruleRow(page, '周报').getByText('没保存').waitFor()
    expect(await page.getByRole('button', { name: '保存' }).count()).toBe(0)
    await page.goBack()
    await save(page)
    await ruleRow(page, `寄到 ${longest}@yanshu.test 的，主题含“weekly”，就加星`).waitFor()
    expect((await yu.rules())[0]?.scope.kind).toBe('mailbox')
    expect(await fitsThePage(page)).toBe(true)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows everybody its own rules only, whose names are nothing but text', async () => {
    const mo = await person('mo')
    const hostile = ['<img src=x onerror=alert(1)>', '\u202e反的\u2067名字', 'W'.repeat(100)]
    for (const name of hostile)
      await mo.addRule(name, { conditions: [{ field: 'subject', operator: 'contains', value: name }] })
    const own = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'moths' } })
    await site.as(own.token).addFilter({ body: { ...starsWeekly, name: '飞蛾' } })
    for (const look of [{}, { size: phone }]) {
      const { page, close, complaints } = await open(mo, '', look)
      const alerts: string[] = []
      page.on('dialog', dialog => {
        alerts.push(dialog.message())
        void dialog.dismiss()
      })
      await expect.poll(() => ruleNames(page)).toEqual(hostile)
      for (const name of hostile) {
        await page.getByRole('link', { name, exact: true }).click()
        await page.getByRole('heading', { name }).waitFor()
        expect(await fitsThePage(page)).toBe(true)
        if ('size' in look) await page.getByRole('button', { name: '回到规则' }).click()
      }
      // The sentences are the page's own words, so no mark in a name may reverse their direction.
      expect(await ruleRow(page, '反的').getByRole('paragraph').textContent()).toBe(
        '主题含“反的名字”，就加星',
      )
      expect(await page.locator('img[src="x"]').count()).toBe(0)
      expect([...alerts, ...complaints]).toEqual([])
      await close()
    }
    const { page, close, complaints } = await open(own)
    await expect.poll(() => ruleNames(page)).toEqual(['飞蛾'])
    await page.getByText('这个邮箱', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: '作用范围' }).count()).toBe(0)
    // An account that may not send cannot forward either.
    await doing(page).click()
    await page.getByTitle('直接丢弃').filter({ visible: true }).waitFor()
    expect(await page.getByTitle('转发给').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('tells when a rule was changed in another window, for everybody to read', async () => {
    const bei = await person('bei')
    const { id } = await bei.addRule('周报')
    const { page, close, complaints } = await open(bei)
    await value(page).fill('monthly')
    await bei.api.editFilter({ body: { id, name: '年报' } })
    await saveButton(page).click()
    const note = page.getByRole('alert').filter({ hasText: '这条规则在别处改过了，这里的还没有存' })
    await note.waitFor()
    expect((await bei.rules())[0]).toMatchObject({ conditions: [{ value: 'weekly' }] })
    await expectAccessible(page)
    await note.getByRole('button', { name: '保留这里的' }).click()
    await expect.poll(async () => (await bei.rules())[0]?.conditions[0]?.value).toBe('monthly')
    expect(complaints).toEqual([])
    await close()
  })
})
