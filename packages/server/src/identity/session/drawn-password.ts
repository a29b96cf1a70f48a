/** Passwords that we draw for people: so long that nobody guesses them, and therefore quickly hashed. */
import { newReadablePassword } from '../../kernel/ids.ts'
import type { Passwords } from './password.ts'

/** 31 letters and digits: 79 bits. */
const length = 16

export async function drawPassword(
  passwords: Pick<Passwords, 'hashRandom'>,
): Promise<{ password: string; passwordHash: string }> {
  const password = newReadablePassword(length)
  return { password, passwordHash: await passwords.hashRandom(password) }
}
