import { formatPercent, rate } from '../../../shared/domain/rate.ts';
import { Slider } from '../../ui/form/slider.tsx';
import type { Invite, InvitedDeal } from './invites.api.ts';
import classes from './pre-funding-form.module.css';

interface ShareSliderProps {
  percent: number;
  most: number;
  invite: Invite;
  deal: InvitedDeal;
  onChange: (percent: number) => void;
}

const shown = (percent: number) => formatPercent(rate(String(percent)), 1);

export function ShareSlider({ percent, most, invite, deal, onChange }: ShareSliderProps) {
  return (
    <>
      <Slider
        label="Max Participation"
        min={0}
        max={most}
        step={0.5}
        value={percent}
        valueText={`${percent} percent`}
        ends={['0%', `${shown(most)} max`]}
        isDisabled={most === 0}
        onChange={onChange}
      >
        {shown(percent)}
      </Slider>
      <p className={classes['left']}>{whatIsLeft(most, invite, deal)}</p>
    </>
  );
}

function whatIsLeft(most: number, { maxSharePercent }: Invite, { leftPercent }: InvitedDeal): string {
  if (most === 0) return 'Nothing of this deal is left.';
  const offered = formatPercent(maxSharePercent, 1);
  return leftPercent.lt(maxSharePercent)
    ? `You are invited to up to ${offered}; ${formatPercent(leftPercent, 1)} of the deal is left.`
    : `You are invited to up to ${offered}.`;
}
