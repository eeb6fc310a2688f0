import { formatMoney, percentOf } from '../../../shared/domain/money.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { Slider, SliderDot } from '../../ui/form/slider.tsx';

interface CommissionSliderProps {
  percent: number;
  least: number;
  /** In percent; not always a whole number. */
  most: number;
  amount: bigint;
  onChange: (percent: number) => void;
}

/** The commission is the part of the price that the broker decides. */
export function CommissionSlider({ percent, least, most, amount, onChange }: CommissionSliderProps) {
  const commission = formatMoney(percentOf(amount, rate(String(percent))));
  return (
    <Slider
      label="Your commission"
      // Steps are whole points and the last may be smaller, because a browser's slider never reaches an end between two steps.
      min={Math.ceil(least)}
      max={Math.ceil(most)}
      step={1}
      value={Math.ceil(percent)}
      valueText={`${percent} percent, ${commission}`}
      ends={[`${least}%`, `${most}% max`]}
      onChange={(points) => onChange(Math.min(points, most))}
    >
      {`${percent}%`}
      <SliderDot />
      {commission}
    </Slider>
  );
}
