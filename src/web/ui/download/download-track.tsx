import classes from './download-track.module.css';

interface DownloadTrackProps {
  label: string;
  percent: number;
}

/** How far a download has come, along the lower edge of what it stands in. */
export const DownloadTrack = ({ label, percent }: DownloadTrackProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    className={classes['track']}
  >
    <div className={classes['fill']} style={{ inlineSize: `${percent}%` }} />
  </div>
);
