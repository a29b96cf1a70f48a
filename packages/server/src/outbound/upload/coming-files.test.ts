import { expect, it } from 'vitest'
import { createComingFiles, maxComing } from './coming-files.ts'

const refusal = '正在上传的文件太多，请等前面的传完再传'

it('so many may come at once from one owner, and others may begin when they have ended', () => {
  const coming = createComingFiles()
  const files = Array.from({ length: maxComing }, () => coming.enter('ann', 10))
  expect(() => coming.enter('ann', 10)).toThrow(refusal)
  coming.enter('bob', 10)
  files[0]?.leave()
  coming.enter('ann', 10)
  expect(() => coming.enter('ann', 10)).toThrow(refusal)
})

it('what has come of all of them counts together, until they have ended', () => {
  const coming = createComingFiles()
  const first = coming.enter('ann', 10)
  const second = coming.enter('ann', 10)
  first.add(6)
  second.add(4)
  expect(() => second.add(1)).toThrow(refusal)
  second.leave()
  first.add(4)
  first.leave()
  const third = coming.enter('ann', 10)
  third.add(10)
  expect(() => third.add(1)).toThrow(refusal)
})
