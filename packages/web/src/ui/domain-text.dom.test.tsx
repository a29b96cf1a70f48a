import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DomainText } from './domain-text.tsx'

it('a domain stands as people write them, with the form of the DNS beside', async () => {
  const domain = render(<DomainText name="xn--fiq228c.xn--55qx5d" />)
  await screen.findByText('中文.公司', { exact: false })
  expect(domain.container.textContent).toBe('中文.公司 xn--fiq228c.xn--55qx5d')
})
