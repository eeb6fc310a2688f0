import { formatMoney, percentOf } from '../../../shared/domain/money.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { Slider, SliderDot } from '../../ui/form/slider.tsx';

interface CommissionSliderProps {
  percent: number;
  least: number;
  /** Not always whole points. */
  most: number;
  amount: bigint;
  onChange: (percent: number) => void;
}

/** The one thing that the broker decides about the price. */
export function CommissionSlider({ percent, least, most, amount, onChange }: CommissionSliderProps) {
  const commission = formatMoney(percentOf(amount, rate(String(percent))));
  return (
    <Slider
      label="Your commission"
      // In whole points, of which the last may be shorter: a browser never reaches an end that lies between two steps.
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
