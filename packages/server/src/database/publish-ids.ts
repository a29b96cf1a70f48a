/** Publishes ids on the bus in portions, because a message between nodes is short. */
import type { Bus } from './types.ts'

const idsPerMessage = 200

export async function publishIds(
  bus: Bus,
  channel: string,
  ids: readonly string[],
  prefix = '',
): Promise<void> {
  for (let at = 0; at < ids.length; at += idsPerMessage)
    await bus.publish(channel, `${prefix}${ids.slice(at, at + idsPerMessage).join(',')}`)
}

/** True when a message without a prefix names this id. */
export const namesId = (message: string, id: string): boolean => message.split(',').includes(id)
