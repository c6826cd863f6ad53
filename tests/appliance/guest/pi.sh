#!/bin/sh
# What a Raspberry Pi has and a virtual machine has not: its pins, its revision, its model, video nodes; and a disk
# of its own for the table's memory, so that a plug can be pulled on it. An empty one is left to `--read-only`.
set -e
modprobe gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
bank=/sys/kernel/config/gpio-sim/pi/bank0
mkdir -p $bank
echo 54 >$bank/num_lines
echo pinctrl-bcm2711 >$bank/label
for pin in 17 18 22 23 24 27; do
    mkdir -p $bank/line$pin
    echo GPIO$pin >$bank/line$pin/name
done
echo 1 >/sys/kernel/config/gpio-sim/pi/live
for pin in 17 18; do echo pull-up >/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio$pin/pull; done
(cat /proc/cpuinfo && printf 'Revision\t: c03111\n') >/run/cpuinfo
printf 'Raspberry Pi 4 Model B Rev 1.1 (stand-in)\0' >/run/model
chmod 644 /run/cpuinfo /run/model
modprobe vivid || true
udevadm trigger
udevadm settle
if blkid -p /dev/vdb && ! grep -q /var/lib/maexle /etc/fstab; then
    mkdir -p /var/lib/maexle
    mount -o noatime /dev/vdb /var/lib/maexle
fi
# appliance.network=ADDRESS among the kernel's words: the network is there from the start.
for word in $(cat /proc/cmdline); do
    case $word in appliance.network=*) /bin/sh /opt/appliance/network.sh "${word#*=}" ;; esac
done
