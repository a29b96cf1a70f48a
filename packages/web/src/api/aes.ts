/**
 * Decrypts AES-256 in CBC mode (FIPS 197, SP 800-38A) without any padding rule. The browser's own function
 * requires PKCS#7, but permission data is padded with zeros; and the browser has no such function on a site
 * without TLS. It is only for permission data, which holds no secret, so it is not hardened against timing.
 */
const BLOCK = 16
const ROUNDS = 14

const double = (value: number) => ((value << 1) ^ (value & 0x80 ? 0x11b : 0)) & 0xff

function multiply(left: number, right: number): number {
  let product = 0
  for (let a = left, b = right; b > 0; b >>= 1) {
    if (b & 1) product ^= a
    a = double(a)
  }
  return product
}

/** The substitution box and its inverse (FIPS 197, section 5.1.1), from powers of the generator 3. */
function makeBoxes(): { box: Uint8Array; inverse: Uint8Array } {
  const box = new Uint8Array(256)
  const inverse = new Uint8Array(256)
  let p = 1
  let q = 1
  do {
    p = p ^ double(p)
    q ^= q << 1
    q ^= q << 2
    q ^= q << 4
    q &= 0xff
    if (q & 0x80) q ^= 0x09
    const turned = (by: number) => ((q << by) | (q >> (8 - by))) & 0xff
    const value = q ^ turned(1) ^ turned(2) ^ turned(3) ^ turned(4) ^ 0x63
    box[p] = value
    inverse[value] = p
  } while (p !== 1)
  box[0] = 0x63
  inverse[0x63] = 0
  return { box, inverse }
}

/** Fifteen round keys of 16 bytes (FIPS 197, section 5.2). */
function expandKey(key: Uint8Array, box: Uint8Array): Uint8Array {
  const out = new Uint8Array(BLOCK * (ROUNDS + 1))
  out.set(key)
  let constant = 1
  for (let i = key.length; i < out.length; i += 4) {
    let word = Array.from(out.subarray(i - 4, i))
    if (i % 32 === 0) {
      word = [...word.slice(1), ...word.slice(0, 1)].map(byte => box[byte] ?? 0)
      word[0] = (word[0] ?? 0) ^ constant
      constant = double(constant)
    } else if (i % 32 === 16) {
      word = word.map(byte => box[byte] ?? 0)
    }
    for (const [j, byte] of word.entries()) out[i + j] = (out[i + j - 32] ?? 0) ^ byte
  }
  return out
}

function mixColumnsBack(block: Uint8Array): void {
  for (let i = 0; i < BLOCK; i += 4) {
    const column = Array.from(block.subarray(i, i + 4))
    for (let row = 0; row < 4; row++) {
      const at = (by: number) => column[(row + by) % 4] ?? 0
      block[i + row] = multiply(at(0), 14) ^ multiply(at(1), 11) ^ multiply(at(2), 13) ^ multiply(at(3), 9)
    }
  }
}

/** Inverse ShiftRows and SubBytes together (FIPS 197, sections 5.3.1 and 5.3.2). */
function shiftAndSubstituteBack(block: Uint8Array, inverse: Uint8Array): void {
  const before = Uint8Array.from(block)
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      block[row + 4 * ((column + row) % 4)] = inverse[before[row + 4 * column] ?? 0] ?? 0
    }
  }
}

function decryptBlock(block: Uint8Array, roundKeys: Uint8Array, inverse: Uint8Array): void {
  const addKey = (round: number) => {
    for (let i = 0; i < BLOCK; i++) block[i] = (block[i] ?? 0) ^ (roundKeys[round * BLOCK + i] ?? 0)
  }
  addKey(ROUNDS)
  for (let round = ROUNDS - 1; round >= 0; round--) {
    shiftAndSubstituteBack(block, inverse)
    addKey(round)
    if (round > 0) mixColumnsBack(block)
  }
}

/** Decrypts whole blocks; the padding stays in the result. */
export function decryptAes256Cbc(key: Uint8Array, iv: Uint8Array, cipher: Uint8Array): Uint8Array {
  if (key.length !== 32) throw new Error('the key must have 32 bytes')
  if (iv.length !== BLOCK) throw new Error('the initialisation vector must have 16 bytes')
  if (cipher.length === 0 || cipher.length % BLOCK !== 0)
    throw new Error('the cipher text is not whole blocks')
  const { box, inverse } = makeBoxes()
  const roundKeys = expandKey(key, box)
  const out = Uint8Array.from(cipher)
  for (let offset = 0; offset < cipher.length; offset += BLOCK) {
    const block = out.subarray(offset, offset + BLOCK)
    decryptBlock(block, roundKeys, inverse)
    const previous = offset === 0 ? iv : cipher.subarray(offset - BLOCK, offset)
    for (let i = 0; i < BLOCK; i++) block[i] = (block[i] ?? 0) ^ (previous[i] ?? 0)
  }
  return out
}
