import { InputNumber, type InputNumberProps } from 'antd'

type NumberInputProps = Omit<InputNumberProps<number>, 'min' | 'max' | 'precision'>

/**
 * A number, exactly as it was typed: antd itself would change one that is out of bounds without a word. The bounds are a
 * rule of the field (`numberRule`, or the contract's own). The arrow keys count up and down; antd's own arrows are left
 * out, as their names are English.
 */
export function NumberInput(props: NumberInputProps) {
  return <InputNumber<number> {...props} controls={false} />
}
