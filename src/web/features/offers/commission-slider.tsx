import { formatMoney, percentOf } from '../../../shared/domain/money.ts';
import { formatPercent, rate } from '../../../shared/domain/rate.ts';
import { Slider, SliderDot } from '../../ui/form/slider.tsx';

interface CommissionSliderProps {
  percent: number;
  most: number;
  amount: bigint;
  onChange: (percent: number) => void;
}

/** The one thing that the broker decides about the price. */
export function CommissionSlider({ percent, most, amount, onChange }: CommissionSliderProps) {
  const commission = formatMoney(percentOf(amount, rate(String(percent))));
  return (
    <Slider
      label="Your commission"
      min={1}
      max={most}
      step={1}
      value={percent}
      valueText={`${percent} percent, ${commission}`}
      ends={['1%', `${most}% max`]}
      onChange={onChange}
    >
      {formatPercent(rate(String(percent)), 0)}
      <SliderDot />
      {commission}
    </Slider>
  );
}
