import { InputNumber, type InputNumberProps } from 'antd'

/** A number. The arrow keys count up and down; antd's own arrows are left out, as their names are English. */
export function NumberInput(props: InputNumberProps<number>) {
  return <InputNumber<number> {...props} controls={false} />
}
